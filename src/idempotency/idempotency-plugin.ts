import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Context } from '../context.ts';
import { rememberWrites } from './remember-writes.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      idempotency: IdempotencyPlugin<Types>;
    }
  }
}

/**
 * Runs the writes of each mutation once per idempotency key, and records in the context which
 * mutation is running. A mutation that ran already is not run again.
 */
class IdempotencyPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { parentType, name }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (parentType !== 'Mutation') return resolve;
    return (root, args, given, info) => {
      const context = given as Context;
      const outcome = context.outcomes.get(String(info.path.key));
      if (outcome) return outcome();
      context.enterMutation(String(info.path.key));
      const { idempotencyKey: key } = context;
      // Without a token, requests of different users cannot be distinguished.
      if (key === null || context.viewerOrNobody === null) return resolve(root, args, given, info);
      const asked = { key, field: String(info.path.key), request: [name, args] };
      return rememberWrites(context, asked, (inner) => resolve(root, args, inner, info));
    };
  }
}

SchemaBuilder.registerPlugin('idempotency', IdempotencyPlugin);
