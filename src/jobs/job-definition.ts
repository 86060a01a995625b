import type { z } from 'zod';
import type { PrismaTransaction } from '../database/database.ts';
import type { Job } from '../database/generated/prisma/client.ts';
import type { JobContext } from './job.ts';

/** How a job can end. */
export type JobEnd = 'done' | 'failed' | 'cancelled';

/** What a job did with one file, or another part of its work. */
export interface JobResultInput {
  /** Names the part: the path of a file, the title of a page. */
  path: string;
  /** A word of the kind of job, such as `written` or `skipped`. */
  outcome: string;
  /** More about it, such as why it was skipped. */
  message?: string | undefined;
}

/** A job while it runs. */
export interface RunningJob<Input> {
  readonly id: string;
  readonly input: Input;
  /** What was given as `secret`; null for none. */
  readonly secret: string | null;
  readonly organizationId: string;
  readonly spaceId: string | null;
  readonly subjectId: string | null;
  /** Who started it, whose rights it has; null when docgraph did. */
  readonly createdById: string | null;
  readonly createdAt: Date;
  /** The same as that of the context. */
  readonly signal: AbortSignal;
  /**
   * Begins a step of the definition, or tells how much of it is done. Progress never goes back.
   *
   * @param fraction of the step, 0 to 1
   * @throws the reason of the signal when the job is to end
   */
  step(name: string, fraction?: number): Promise<void>;
  /** Adds to the results; more than 20,000 of them are counted only. A new run begins anew. */
  report(...results: JobResultInput[]): Promise<void>;
  /**
   * Sees to it that this run is the only one, until the transaction ends: each transaction that
   * writes for the job begins with it. A run that the queue took for lost writes nothing more, and
   * neither does one that was cancelled.
   *
   * @throws the reason of the signal when the job is to end
   */
  hold(transaction: PrismaTransaction): Promise<void>;
}

/** A job that has just ended. */
export interface EndedJob<Input> extends Pick<
  Job,
  'id' | 'organizationId' | 'spaceId' | 'subjectId' | 'createdById'
> {
  input: Input;
  end: JobEnd;
  /** Why it failed; null for other ends. */
  error: { code: string; message: string; step: string | null; remedy: string } | null;
  endedAt: Date;
}

/**
 * Work that a request starts and that goes on behind it. A crash can end it anywhere, after which
 * it runs again: it must be safe to run twice.
 */
export interface JobDefinition<Schema extends z.ZodType = z.ZodType> {
  /** How the queue and the graph know it, also across versions of docgraph: `git-import`. */
  kind: string;
  /** What it needs to know, but for secrets. Jobs of earlier versions pass through it as well. */
  input: Schema;
  /** Names of its steps, in their order. */
  steps: readonly [string, ...string[]];
  /** How often it is begun at most, when it fails with what may pass or its worker dies. */
  attempts: number;
  /** Longest time of one run, in milliseconds. */
  timeoutMs: number;
  /**
   * Does it.
   *
   * @returns what came of it, in a sentence, where there is something to say
   * @throws JobFailure to end it; anything else is an accident, and tried again
   */
  run(job: RunningJob<z.output<Schema>>, context: JobContext): Promise<string | undefined>;
  /** Writes the end of the job where its subject shows it, in the transaction that ends it. */
  onEnd?(transaction: PrismaTransaction, job: EndedJob<z.output<Schema>>): Promise<void>;
}

const definitions = new Map<string, JobDefinition>();

/** Declares a kind of job. @throws when the kind is taken */
export function defineJob<Schema extends z.ZodType>(
  definition: JobDefinition<Schema>,
): JobDefinition<Schema> {
  if (definitions.has(definition.kind)) throw new Error(`Two jobs are "${definition.kind}".`);
  definitions.set(definition.kind, definition);
  return definition;
}

/** The definition of a kind; undefined for one of another version of docgraph. */
export function definitionOf(kind: string): JobDefinition | undefined {
  return definitions.get(kind);
}
