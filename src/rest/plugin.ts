import './global-types.ts';
import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import { z } from 'zod';
import { fieldSchema, limitsInWords, schemaOf } from './limits.ts';
import type { JsonSchema } from './options.ts';

/** Carries the `rest` options of fields, types and inputs into the schema's extensions. */
export class RestPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    const { rest } = config.pothosOptions as { rest?: unknown };
    if (rest === undefined) return config;
    return withExtension(config, config.kind === 'InputObject' ? 'restTag' : 'restBody', rest);
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
      ? withExtension({ ...config, description: describe(config, limits) }, 'limits', limits)
      : config;
    return rest === undefined ? described : withExtension(described, 'restInput', rest);
  }

  /** Limits are stated once, in the zod schema of the input type or of the argument. */
  #limitsOf(config: PothosInputFieldConfig<Types>, validate: unknown): JsonSchema | undefined {
    if (config.kind === 'Arg')
      return validate instanceof z.ZodType ? schemaOf(validate) : undefined;
    const parent = this.buildCache.getTypeConfig(config.parentType);
    const { validate: whole } = parent.pothosOptions as { validate?: unknown };
    return fieldSchema(whole, config.name);
  }
}

/** The description with the limits at its end. */
function describe(config: { description?: string | null | undefined }, limits: JsonSchema) {
  return [config.description, limitsInWords(limits)].filter(Boolean).join(' ');
}

function withExtension<Config extends { extensions?: object | null | undefined }>(
  config: Config,
  name: string,
  value: unknown,
): Config {
  return { ...config, extensions: { ...config.extensions, [name]: value } };
}

SchemaBuilder.registerPlugin('rest', RestPlugin);
