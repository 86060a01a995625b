import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { nodeSourceOf } from '../builder.ts';
import type { Context } from '../context.ts';
import { jsonText } from '../lib/raw-json.ts';
import {
  CompiledOperations,
  type PlannedResponse,
  type TokenHolder,
} from '../plan/compiled-operations.ts';
import { OperationTurns } from './admission.ts';
import { AnonymousTurns } from './anonymous-turns.ts';
import { mutateDirectly, runOperationDirectly, type DirectOperation } from './direct-operations.ts';
import { EventReader } from './event-reader.ts';
import { useFewErrors } from './few-errors.ts';
import { KnownDocuments } from './known-documents.ts';
import { useOperationErrors, type ServerContext } from './operation-errors.ts';
import { useOperationLimits } from './limit-operations.ts';
import { usePersistedQueries } from './persisted-queries.ts';
import { usePlannedOperations } from './planned-operations.ts';
import { useProductionOperations } from './production-operations.ts';
import { useStorableTexts } from './storable-texts.ts';
import { Subscriptions } from './subscriptions.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

export interface GraphQLOptions {
  /** Requires a token for introspection, and omits suggestions from errors. */
  production: boolean;
  /** Number of connections to the database. */
  connections: number;
  /** The only documents that may be sent; all may if undefined. */
  trustedDocuments?: TrustedDocuments | undefined;
}

/** Runs operations, for `/graphql` and for the routes of `/v1`. */
export interface GraphQLServer {
  readonly yoga: YogaServerInstance<ServerContext, object>;
  /** Documents that operations were sent with before. */
  readonly documents: KnownDocuments;
  /** The only documents that may be sent; all may if undefined. */
  readonly trustedDocuments: TrustedDocuments | undefined;
  /** Turns of operations without a valid API token. */
  readonly anonymousTurns: AnonymousTurns;
  readonly subscriptions: Subscriptions;
  readonly eventReader: EventReader;
  /** Runs an operation as `runDirectly` does. */
  runDirectly(
    operation: DirectOperation,
    holder: TokenHolder,
  ): Promise<PlannedResponse | undefined>;
  /** Runs an operation as `mutateDirectly` does. */
  mutateDirectly(
    operation: DirectOperation,
    context: Context,
  ): Promise<PlannedResponse | undefined>;
}

export function createGraphQL(
  schema: GraphQLSchema,
  { production, connections, trustedDocuments }: GraphQLOptions,
): GraphQLServer {
  const documents = new KnownDocuments();
  const operations = new CompiledOperations({ schema, nodeSourceOf });
  const executor = { schema, operations, admission: new OperationTurns(connections) };
  const subscriptions = new Subscriptions();
  const eventReader = new EventReader(executor, connections, async (args, server) => {
    const { execute, contextFactory } = yoga.getEnveloped(server);
    return (await execute({ ...args, contextValue: await contextFactory() })) as ExecutionResult;
  });
  const yoga = createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    // The HTTP shell has read the body, with its own limits.
    maxRequestBodySize: false,
    maskedErrors: true,
    parserAndValidationCache: false,
    plugins: [
      usePersistedQueries(documents, trustedDocuments),
      documents.plugin(),
      useExecuted(),
      useFewErrors(),
      useOperationLimits(),
      useOperationErrors(),
      usePlannedOperations(executor),
      useStorableTexts(),
      subscriptions.plugin(),
      useRawJson(),
      ...(production ? [useProductionOperations()] : []),
    ],
  });
  return {
    yoga,
    documents,
    trustedDocuments,
    subscriptions,
    eventReader,
    anonymousTurns: new AnonymousTurns(),
    runDirectly: (operation, holder) => runOperationDirectly(executor, operation, holder),
    mutateDirectly: (operation, context) => mutateDirectly(executor, operation, context),
  };
}

/** Takes the result of an operation that was executed already. */
function useExecuted(): Plugin<ServerContext> {
  return {
    onParams({ context, setParamsHandler }) {
      const { executed } = context as ServerContext;
      if (executed) setParamsHandler(() => executed);
    },
  };
}

/** Writes responses as `/v1` does: stored JSON is sent as it is. */
function useRawJson(): Plugin {
  return {
    onResultProcess({ result }) {
      for (const one of [result].flat() as { stringify?: (value: unknown) => string }[]) {
        // What a plan wrote is JSON already.
        one.stringify ??= jsonText;
      }
    },
  };
}
