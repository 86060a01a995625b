import type {
  FieldNullability,
  FieldRequiredness,
  InputFieldMap,
  InputType,
  SchemaTypes,
  TypeParam,
} from '@pothos/core';
import type { RestPlugin } from './plugin.ts';
import type { RestBody, RestFieldOption, RestInput, RestTag, RestWord } from './options.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      rest: RestPlugin<Types>;
    }

    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** Serves the field on `/v1`: see RestFieldOption. */
      rest?: RestFieldOption;
    }

    export interface ObjectTypeOptions<Types extends SchemaTypes = SchemaTypes, Shape = unknown> {
      /** How the type looks on `/v1`. */
      rest?: RestBody;
    }

    export interface InputObjectTypeOptions<
      Types extends SchemaTypes = SchemaTypes,
      Fields extends InputFieldMap = InputFieldMap,
    > {
      /** How `/v1` writes the input where its JSON is not that of the GraphQL input. */
      rest?: RestTag | RestWord;
    }

    export interface InputFieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      Type extends InputType<Types> | [InputType<Types>] = InputType<Types> | [InputType<Types>],
      Req extends FieldRequiredness<Type> = FieldRequiredness<Type>,
    > {
      /** How `/v1` writes the field where its JSON is not that of the GraphQL input. */
      rest?: RestInput;
    }
  }
}
