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
import { badInput, type AppError } from '../errors.ts';
import { readOperationVariables } from '../operations/operation-cost.ts';
import { graphqlFormat } from '../plan/graphql-format.ts';
import { OpenStreams } from './open-streams.ts';
import { presentErrors, type ServerContext, type Subscription } from './operation-errors.ts';
import { factsOf } from '../operations/operation-facts.ts';

/** Begins subscriptions. */
export class Subscriptions {
  readonly streams = new OpenStreams();

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
    const { schema, document, operationName, variableValues } = args;
    const facts = factsOf(schema, document, operationName);
    if (facts && isConditional(document, facts.operation.selectionSet)) {
      return { errors: [needsField()] };
    }
    const read = facts && readOperationVariables(schema, facts.operation, variableValues ?? {});
    const source = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in source)) return source;
    const variables = read && 'coerced' in read ? read.coerced : {};
    const events = source[Symbol.asyncIterator]() as AsyncIterator<object>;
    const { viewer } = args.contextValue as Context;
    try {
      return {
        events: this.streams.add(String(viewer.tokenId), events),
        args: { ...args, contextValue: undefined },
        request: { document, operationName, variables, format: graphqlFormat },
        cost: facts?.cost(variables).cost ?? 0,
      };
    } catch (error) {
      await events.return?.();
      return { errors: [error as AppError] };
    }
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
