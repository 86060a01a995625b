import { OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { noteUse, noteUses, viewerOfToken } from '../auth/tokens.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { SlotValues, TokenLookup } from '../database/slot.ts';
import { AppError } from '../errors.ts';
import { RESPONSE_TEXTS_MAX } from '../lib/response-texts-max.ts';
import { compileMutation, runMutation } from './compile-mutation.ts';
import { compilePlan, type Plan } from './compile-plan.ts';
import type { RootRows, WireRow } from './levels.ts';
import { OperationRun, type RunOptions } from './operation-run.ts';
import { Output } from './output.ts';
import { PayloadRead, type Payload } from './payload-read.ts';
import { holdersOf, statementFor, tokenOf, type StatementViewer } from './plan-statement.ts';
import {
  PlannableDocuments,
  type PlannableDocument,
  type PlannableDocumentsOptions,
} from './plannable-documents.ts';
import { Selections, type ResponseFormat } from './selections.ts';
import { withoutViewer } from './viewerless-context.ts';
import { NotPlanned } from './wire-values.ts';

/** Most characters of the statements of all plans together, and of their documents by weight. */
const PLANS_SIZE = 8 * 1024 * 1024;
/** Number of characters that a plan without a statement counts for. */
const EMPTY_PLAN_SIZE = 1000;
/** Weight of a character of a document: aliases need no statement, but each has a writer. */
const DOCUMENT_WEIGHT = 4;

/** An operation that may be planned. */
export interface PlannableOperation {
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  /** The variables, coerced. */
  readonly variables: Record<string, unknown>;
  /** Format of the response, the same for all operations of a document. */
  readonly format: ResponseFormat;
}

/** The response of a planned operation, in its format. */
export interface PlannedResponse {
  readonly json: string;
  /** The step from the root whose value is missing, in formats that show one value only. */
  readonly missingStep: number | undefined;
  /** JSON of a value that the format returns beside the response. */
  readonly beside: string | undefined;
}

/** A response that several holders of tokens get. */
export interface SharedResponse extends PlannedResponse {
  /** The indexes of those who get it: all others may not see it, or their tokens are not valid. */
  readonly indexes: ReadonlySet<number>;
}

/** A sender of a token that is not verified yet. */
export interface TokenHolder extends Pick<Context, 'addresses' | 'db' | 'log' | 'pageSizeMax'> {
  readonly token: TokenLookup;
  /** The context of the request, for its viewer. */
  contextOf(viewer: Viewer | null): Context;
}

/** A plan with the selections that it was made of. */
interface SelectedPlan {
  readonly plan: Plan;
  readonly selections: Selections;
  /** Whether a run of it failed for what executions report, so that the next one may, too. */
  isFragile: boolean;
  /** True once one of its resolvers asked for the viewer in a shared run. */
  readsViewer: boolean;
}

/** A plan, or null where nothing of an operation is declared. */
interface Planned {
  readonly selected: SelectedPlan | null;
  /** Number of characters of the document. */
  readonly documentLength: number;
}

/**
 * Runs the read operations whose fields declare what they are: planned once for a document, read by
 * one statement, written without an object in between.
 */
export class CompiledOperations {
  readonly #schema: GraphQLSchema;
  readonly #nodeSourceOf: PlannableDocumentsOptions['nodeSourceOf'];
  readonly #documents: PlannableDocuments;
  readonly #plans = new LRUCache<string, Planned>({
    maxSize: PLANS_SIZE,
    sizeCalculation: ({ selected, documentLength }) =>
      EMPTY_PLAN_SIZE + (selected?.plan.size ?? 0) + documentLength * DOCUMENT_WEIGHT,
  });

  constructor({ schema, nodeSourceOf }: PlannableDocumentsOptions) {
    this.#schema = schema;
    this.#nodeSourceOf = nodeSourceOf;
    this.#documents = new PlannableDocuments({ schema, nodeSourceOf });
  }

  /**
   * Returns the response of an operation. Undefined where it has to be executed: nothing of
   * it is declared, or something of it fails, which the execution reports.
   *
   * For the holder of a token, this takes a plan that was made for a viewer, and a valid token.
   */
  async run(
    request: PlannableOperation,
    sender: Context | TokenHolder,
  ): Promise<PlannedResponse | undefined> {
    const document = this.#documents.get(request.document, request.operationName);
    if (document?.operation.operation !== OperationTypeNode.QUERY) return undefined;
    return this.#orExecuted(sender, async (use) => {
      if ('token' in sender) {
        const selected = use(this.#known(document, request, sender)?.selected);
        if (!selected || selected.isFragile) return undefined;
        return this.#runForToken(document, request, selected, sender);
      }
      if (!sender.hasViewer) return undefined;
      const selected = use(this.#planned(document, request, sender).selected);
      return selected ? this.#runForViewer(document, request, selected, sender) : undefined;
    });
  }

  /** Returns undefined where a plan fails, for the execution to report it. */
  async #orExecuted<Response extends PlannedResponse>(
    sender: Context | TokenHolder,
    work: (
      use: (selected: SelectedPlan | null | undefined) => SelectedPlan | null | undefined,
    ) => Promise<Response | undefined>,
  ): Promise<Response | undefined> {
    let used: SelectedPlan | null | undefined;
    try {
      const response = await work((selected) => (used = selected));
      if (response) return response;
    } catch (error) {
      if (error instanceof NotPlanned && used) used.isFragile = true;
      if (!(error instanceof NotPlanned || error instanceof AppError)) {
        sender.log.warn({ err: error }, 'a planned operation failed and is executed');
      }
    }
    // The execution counts the texts of the response from the start.
    if ('responseTextLength' in sender) sender.responseTextLength = 0;
    return undefined;
  }

  /**
   * Runs a mutation, and reads its response by a plan. The read is sent with the commit if what the
   * write returns identifies the rows of the payload.
   *
   * @returns undefined where the operation has to be executed; if the mutation ran already, the
   *   context has its outcome
   */
  async mutate(
    request: PlannableOperation,
    context: Context,
  ): Promise<PlannedResponse | undefined> {
    const document = this.#documents.get(request.document, request.operationName);
    if (document?.operation.operation !== OperationTypeNode.MUTATION || !context.hasViewer) {
      return undefined;
    }
    return this.#orExecuted(context, async (use) => {
      const selected = use(this.#planned(document, request, context).selected);
      const { mutation } = selected?.plan ?? {};
      if (!selected || !mutation) return undefined;
      const run = this.#begin(document, request, selected, {
        context,
        addresses: context.addresses,
      });
      const values = { viewerId: context.viewer.id, variables: request.variables };
      const { plan } = selected;
      const read = new PayloadRead(plan.statement('by id', 'live'), mutation.keys, values);
      context.readAfterWrites(read);
      const payload = await runMutation(mutation, run, context);
      context.readAfterWrites(null);
      if (!payload) return undefined;
      run.payload = payload;
      let rows = read.rowsFor(payload);
      if (!rows || !plan.isComplete(rows)) {
        rows = await this.#read(plan, 'by id', { ...values, payload }, context.db);
      }
      const response = await this.#finish(selected, run, rows);
      return response.missingStep === undefined ? response : undefined;
    });
  }

  /**
   * Returns the response to an event of a subscription. Undefined where it has to be executed: its
   * rows are not declared or hidden, or the token is no longer valid.
   *
   * @param event whose members identify the rows
   */
  async runEvent(
    request: PlannableOperation,
    event: Payload,
    holder: TokenHolder,
  ): Promise<PlannedResponse | undefined> {
    const document = this.#documents.get(request.document, request.operationName);
    if (document?.operation.operation !== OperationTypeNode.SUBSCRIPTION) return undefined;
    return this.#orExecuted(holder, async (use) => {
      const selected = use(this.#planned(document, request, holder).selected);
      return selected ? this.#runForToken(document, request, selected, holder, event) : undefined;
    });
  }

  /**
   * Returns the one response to an event of a subscription for many holders of tokens, with those
   * who may see its rows. Undefined if it depends on which of them reads it, or must be executed.
   *
   * @param holder any of them
   */
  async runSharedEvent(
    request: PlannableOperation,
    event: Payload,
    holder: TokenHolder,
    hashes: readonly string[],
  ): Promise<SharedResponse | undefined> {
    const document = this.#documents.get(request.document, request.operationName);
    if (document?.operation.operation !== OperationTypeNode.SUBSCRIPTION) return undefined;
    return this.#orExecuted(holder, async (use) => {
      const selected = use(this.#planned(document, request, holder).selected);
      const statement = selected?.readsViewer === false && selected.plan.sharedStatement();
      if (!selected || !statement) return undefined;
      const { db, addresses, token } = holder;
      const holders = { hashes, now: token.now };
      const values = { variables: request.variables, payload: event, holders };
      const all = await db.queryTexts(statementFor(statement, values));
      const { indexes, tokensToNote, rows } = holdersOf(all);
      if (indexes.size === 0) return undefined;
      noteUses(db, tokensToNote, token.now).catch((err: unknown) =>
        holder.log.warn({ err }, 'the last use of tokens could not be noted'),
      );
      const { context, hasAskedForViewer } = withoutViewer(holder.contextOf(null));
      const run = this.#begin(document, request, selected, { context, addresses });
      run.payload = event;
      try {
        const response = await this.#finish(selected, run, rows);
        return hasAskedForViewer() ? undefined : { ...response, indexes };
      } finally {
        selected.readsViewer ||= hasAskedForViewer();
      }
    });
  }

  async #runForToken(
    document: PlannableDocument,
    request: PlannableOperation,
    selected: SelectedPlan,
    holder: TokenHolder,
    payload: Payload | null = null,
  ): Promise<PlannedResponse | undefined> {
    const { plan } = selected;
    const { db, token } = holder;
    const by = plan.callsResolvers ? 'by token, with memberships' : 'by token';
    const { variables } = request;
    const rows = await this.#read(plan, by, { token, variables, ...(payload && { payload }) }, db);
    const valid = tokenOf(rows);
    if (!valid) return undefined;
    await noteUse(db, valid.token, token.now);
    const viewer = viewerOfToken(valid.token, valid.memberships);
    const context = plan.callsResolvers ? holder.contextOf(viewer) : {};
    const { addresses } = holder;
    const run = this.#begin(document, request, selected, { context, addresses });
    run.payload = payload;
    return this.#finish(selected, run, rows.slice(1));
  }

  async #runForViewer(
    document: PlannableDocument,
    request: PlannableOperation,
    selected: SelectedPlan,
    context: Context,
  ): Promise<PlannedResponse> {
    const values = { viewerId: context.viewer.id, variables: request.variables };
    const rows = await this.#read(selected.plan, 'by id', values, context.db);
    const run = this.#begin(document, request, selected, { context, addresses: context.addresses });
    return this.#finish(selected, run, rows);
  }

  /** Returns the rows of a plan: those of live roots if nothing is missing among them. */
  async #read(
    plan: Plan,
    by: StatementViewer,
    values: SlotValues,
    database: Pick<Database, 'queryTexts'>,
  ): Promise<readonly WireRow[]> {
    const read = (rootRows: RootRows) =>
      database.queryTexts(statementFor(plan.statement(by, rootRows), values));
    const rows = await read('live');
    const isRefused = by !== 'by id' && rows.length === 0;
    return isRefused || plan.isComplete(rows) ? rows : read('all');
  }

  #begin(
    { operation, fragments }: PlannableDocument,
    { variables }: PlannableOperation,
    { selections }: SelectedPlan,
    sender: Pick<RunOptions, 'context' | 'addresses'>,
  ): OperationRun {
    const info = { schema: this.#schema, fragments, operation };
    return new OperationRun({
      ...sender,
      variables,
      selections,
      info: { ...info, rootValue: undefined, variableValues: variables },
    });
  }

  async #finish(
    { plan }: SelectedPlan,
    run: OperationRun,
    rows: readonly WireRow[],
  ): Promise<PlannedResponse> {
    run.addRows(rows);
    const out = new Output();
    plan.write(out, run);
    run.done();
    await run.finished;
    const { missingStep } = run;
    const json = missingStep === undefined ? out.toString() : '';
    requireResponseRoom(json, run.context);
    return { json, missingStep, beside: run.valueBeside() };
  }

  #known(
    document: PlannableDocument,
    { variables }: PlannableOperation,
    { pageSizeMax }: Pick<Context, 'pageSizeMax'>,
  ): Planned | undefined {
    return this.#plans.get(this.#documents.planKey(document, variables, pageSizeMax));
  }

  #planned(
    document: PlannableDocument,
    request: PlannableOperation,
    { pageSizeMax }: Pick<Context, 'pageSizeMax'>,
  ): Planned {
    const known = this.#known(document, request, { pageSizeMax });
    if (known) return known;
    const { variables, format } = request;
    const schema = this.#schema;
    const { operation } = document;
    const isQuery = operation.operation === OperationTypeNode.QUERY;
    const root = schema.getRootType(operation.operation);
    const selections = new Selections({ schema, document: request.document, variables, format });
    const plan =
      root &&
      (isQuery ? compilePlan : compileMutation)({
        operation,
        root,
        selections,
        variables,
        pageSizeMax,
        nodeSourceOf: this.#nodeSourceOf,
      });
    const planned = {
      selected: plan ? { plan, selections, isFragile: false, readsViewer: false } : null,
      documentLength: request.document.loc?.source.body.length ?? 0,
    };
    this.#plans.set(this.#documents.planKey(document, variables, pageSizeMax), planned);
    return planned;
  }
}

/**
 * Leaves it to the execution to count the texts of a response that may have too many.
 *
 * @throws NotPlanned
 */
function requireResponseRoom(json: string, context: Partial<Context>): void {
  if (json.length + (context.responseTextLength ?? 0) > RESPONSE_TEXTS_MAX) {
    throw new NotPlanned('A response with many texts.');
  }
}
