import './global-types.ts';
import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { describeLimits, fieldSchema, schemaOf } from './limit-schemas.ts';
import { describeNestedLimits } from './nested-limits.ts';
import type { JsonSchema } from './options.ts';

/** Copies the `rest` options of fields, types and inputs to the schema's extensions. */
export class RestPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    const { rest } = config.pothosOptions as { rest?: unknown };
    if (rest === undefined) return config;
    return withExtension(config, config.kind === 'InputObject' ? 'restForm' : 'restBody', rest);
  }

  override onOutputFieldConfig(
    config: PothosOutputFieldConfig<Types>,
  ): PothosOutputFieldConfig<Types> {
    const { rest } = config.pothosOptions as { rest?: unknown };
    return rest === undefined ? config : withExtension(config, 'restField', rest);
  }

  override onInputFieldConfig(
    config: PothosInputFieldConfig<Types>,
  ): PothosInputFieldConfig<Types> {
    const { rest, validate } = config.pothosOptions as { rest?: unknown; validate?: unknown };
    const limits = this.#limitsOf(config, validate);
    const described = limits
      ? withExtension(
          { ...config, description: describeLimits(config.description, limits) },
          'limits',
          limits,
        )
      : config;
    return rest === undefined ? described : withExtension(described, 'restInput', rest);
  }

  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    describeNestedLimits(schema);
    return schema;
  }

  /** Returns the limits, which only the zod schema of the input type or argument states. */
  #limitsOf(config: PothosInputFieldConfig<Types>, validate: unknown): JsonSchema | undefined {
    if (config.kind === 'Arg')
      return validate instanceof z.ZodType ? schemaOf(validate) : undefined;
    const parent = this.buildCache.getTypeConfig(config.parentType);
    const { validate: whole } = parent.pothosOptions as { validate?: unknown };
    return fieldSchema(whole, config.name);
  }
}

function withExtension<Config extends { extensions?: object | null | undefined }>(
  config: Config,
  name: string,
  value: unknown,
): Config {
  return { ...config, extensions: { ...config.extensions, [name]: value } };
}

SchemaBuilder.registerPlugin('rest', RestPlugin);
