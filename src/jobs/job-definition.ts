import type { z } from 'zod';
import type { PrismaTransaction } from '../database/database.ts';
import type { Job } from '../database/generated/prisma/client.ts';
import type { JobContext } from './scheduled-job.ts';

/** Kinds of ends of a job. */
export type JobEnd = 'done' | 'failed' | 'cancelled';

/** Result of a job for one file, or another part of its work. */
export interface JobResultInput {
  /** Identifies the part: the path of a file, or the title of a page. */
  path: string;
  /** Outcome in terms of the job's kind, such as `written` or `skipped`. */
  outcome: string;
  /** Details, such as why the part was skipped. */
  message?: string | undefined;
}

/** Running job. */
export interface RunningJob<Input> {
  readonly id: string;
  readonly input: Input;
  /** Decrypted secret; null if it has none. */
  readonly secret: string | null;
  readonly organizationId: string;
  readonly spaceId: string | null;
  readonly subjectId: string | null;
  /** Id of the user who started it and whose permissions it has; null for the system. */
  readonly createdById: string | null;
  readonly createdAt: Date;
  /** Signal of the context. */
  readonly signal: AbortSignal;
  /**
   * Begins a step of the definition, or reports its progress. Progress never decreases.
   *
   * @param fraction of the step, 0 to 1
   * @throws the reason of the signal when the job must end
   */
  step(name: string, fraction?: number): Promise<void>;
  /** Adds results; beyond 20,000 they are only counted. A new run starts over. */
  report(...results: JobResultInput[]): Promise<void>;
  /**
   * Ensures until the transaction ends that this is the only run. Every transaction that writes for
   * the job must call it first, so that a superseded or cancelled run writes nothing more.
   *
   * @throws the reason of the signal when the job must end
   */
  hold(transaction: PrismaTransaction): Promise<void>;
}

/** Job that has just ended. */
export interface EndedJob<Input> extends Pick<
  Job,
  'id' | 'organizationId' | 'spaceId' | 'subjectId' | 'createdById'
> {
  input: Input;
  end: JobEnd;
  /** Error of a failed job; null for other ends. */
  error: { code: string; message: string; step: string | null; remedy: string } | null;
  endedAt: Date;
}

/**
 * Background work that a request starts. A crash can interrupt it anywhere and it then runs again,
 * so it must be idempotent.
 */
export interface JobDefinition<Schema extends z.ZodType = z.ZodType> {
  /** Name in the queue and in the graph, stable across versions of docgraph: `git-import`. */
  kind: string;
  /** Schema of the input, without secrets. It must accept the jobs of earlier versions. */
  input: Schema;
  /** Names of its steps in order. */
  steps: readonly [string, ...string[]];
  /** Maximum number of runs after transient failures or the death of its worker. */
  attempts: number;
  /** Time limit of one run, in milliseconds. */
  timeoutMs: number;
  /**
   * Runs the job.
   *
   * @returns a sentence about the outcome, if there is anything to report
   * @throws JobFailure to end the job; any other error is unexpected, and the job is retried
   */
  run(job: RunningJob<z.output<Schema>>, context: JobContext): Promise<string | undefined>;
  /** Records the end of the job on its subject, in the transaction that ends the job. */
  onEnd?(transaction: PrismaTransaction, job: EndedJob<z.output<Schema>>): Promise<void>;
}

const definitions = new Map<string, JobDefinition>();

/** Declares a kind of job. @throws for a duplicate kind */
export function defineJob<Schema extends z.ZodType>(
  definition: JobDefinition<Schema>,
): JobDefinition<Schema> {
  if (definitions.has(definition.kind)) throw new Error(`Two jobs are "${definition.kind}".`);
  definitions.set(definition.kind, definition);
  return definition;
}

/** Returns the definition of a kind; undefined for one of another version of docgraph. */
export function definitionOf(kind: string): JobDefinition | undefined {
  return definitions.get(kind);
}
