import {
  createSourceEventStream,
  Kind,
  type DocumentNode,
  type GraphQLError,
  type ExecutionArgs,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { databaseTrouble } from '../database/database-trouble.ts';
import { badInput, type AppError } from '../errors.ts';
import { jsonText } from '../lib/raw-json.ts';
import { createSerialQueue } from '../lib/serially.ts';
import type { TokenHolder } from '../plan/compiled-operations.ts';
import { graphqlFormat } from '../plan/graphql-format.ts';
import type { OperationExecutor } from './direct-operations.ts';
import type { StreamMessage } from './event-stream.ts';
import { OpenStreams } from './open-streams.ts';
import { readOperationVariables } from '../operations/operation-cost.ts';
import { presentErrors, type ServerContext, type Subscription } from './operation-errors.ts';
import { factsOf } from '../operations/operation-facts.ts';

/** One of this many connections to the database reads events, and one at least. */
const READ_SHARE = 4;

/** Sender of a subscription, who is looked up for each event. */
export interface Subscriber {
  /** Returns the holder of the token; undefined if only the context knows it. */
  readonly holder: () => TokenHolder | undefined;
  readonly server: () => Promise<ServerContext>;
}

/** Executes an operation with all plugins. */
type Execute = (args: ExecutionArgs, server: ServerContext) => Promise<ExecutionResult>;

/** Begins subscriptions, and reads the responses to their events. */
export class Subscriptions {
  readonly streams = new OpenStreams();
  readonly #executor: OperationExecutor;
  readonly #execute: Execute;
  readonly #inTurn: ReturnType<typeof createSerialQueue>;

  /** @param connections number of connections to the database */
  constructor(executor: OperationExecutor, connections: number, execute: Execute) {
    this.#executor = executor;
    this.#execute = execute;
    // A change that thousands wait for must leave the database to others.
    this.#inTurn = createSerialQueue(Math.max(1, Math.floor(connections / READ_SHARE)));
  }

  /** Passes started subscriptions to the stream of their request: Yoga must not run them. */
  plugin(): Plugin<ServerContext> {
    return {
      onSubscribe: ({ args, setSubscribeFn }) => {
        const server = args.contextValue;
        setSubscribeFn(async (given: ExecutionArgs): Promise<ExecutionResult> => {
          const started = isStreamAccepted(server.request)
            ? await this.#begin({ ...given, contextValue: server.requestContext })
            : { errors: [streamRequired()] };
          if (!('events' in started)) return presentErrors(started, server);
          server.takeSubscription?.(started);
          return { data: null };
        });
      },
    };
  }

  async #begin(args: ExecutionArgs): Promise<Subscription | ExecutionResult> {
    const { operation } = factsOf(args.schema, args.document, args.operationName) ?? {};
    if (operation && isConditional(args.document, operation.selectionSet)) {
      return { errors: [needsField()] };
    }
    const source = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in source)) return source;
    const events = source[Symbol.asyncIterator]() as AsyncIterator<object>;
    const { viewer } = args.contextValue as Context;
    try {
      return { args, events: this.streams.add(String(viewer.tokenId), events) };
    } catch (error) {
      await events.return?.();
      return { errors: [error as AppError] };
    }
  }

  /** Reads the response to an event. Returns null if the database can only do so later. */
  async read(
    subscription: Subscription,
    event: object,
    subscriber: Subscriber,
  ): Promise<StreamMessage | null> {
    try {
      return await this.#inTurn(() => this.#readInTurn(subscription, event, subscriber));
    } catch (error) {
      if (databaseTrouble(error) === null) throw error;
      return null;
    }
  }

  async #readInTurn(
    { args }: Subscription,
    event: object,
    { holder, server }: Subscriber,
  ): Promise<StreamMessage | null> {
    const json = await this.#readPlanned(args, event, holder());
    if (json !== undefined) return { json, isLast: false };
    const { data, errors } = await this.#execute({ ...args, rootValue: event }, await server());
    if (errors?.some(({ extensions }) => extensions['code'] === 'SERVICE_UNAVAILABLE')) return null;
    // It sets the status of a response, which a stream has sent already.
    for (const { extensions } of errors ?? []) delete extensions['http'];
    return { json: jsonText({ ...(errors && { errors }), data }), isLast: (data ?? null) === null };
  }

  async #readPlanned(
    { document, operationName, variableValues }: ExecutionArgs,
    event: object,
    holder: TokenHolder | undefined,
  ): Promise<string | undefined> {
    const { schema, operations, admission } = this.#executor;
    const facts = factsOf(schema, document, operationName);
    if (!facts || !holder) return undefined;
    const variables = readOperationVariables(schema, facts.operation, variableValues ?? {});
    if ('errors' in variables) return undefined;
    const { coerced } = variables;
    const request = { document, operationName, variables: coerced, format: graphqlFormat };
    const { cost } = facts.cost(coerced);
    const planned = await admission.run(cost, () =>
      operations.runEvent(request, event as Readonly<Record<string, unknown>>, holder),
    );
    return planned?.json;
  }
}

function isStreamAccepted({ headers }: Request): boolean {
  return headers.get('accept')?.includes('text/event-stream') === true;
}

function streamRequired(): GraphQLError {
  const error = badInput(
    'A subscription needs a client that reads streams: send "Accept: text/event-stream".',
  );
  error.extensions['http'] = { status: 400 };
  return error;
}

/** Returns whether variables decide whether a subscription has a field. */
function isConditional(document: DocumentNode, { selections }: SelectionSetNode): boolean {
  return selections.some((selection) => {
    const names = selection.directives?.map(({ name }) => name.value) ?? [];
    if (names.includes('skip') || names.includes('include')) return true;
    if (selection.kind === Kind.FIELD) return false;
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return isConditional(document, selection.selectionSet);
    }
    const fragment = document.definitions.find(
      (one): one is FragmentDefinitionNode =>
        one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
    );
    return fragment !== undefined && isConditional(document, fragment.selectionSet);
  });
}

function needsField(): GraphQLError {
  return badInput(
    'The field of a subscription cannot have @skip or @include: without it, there are no events.',
  );
}
