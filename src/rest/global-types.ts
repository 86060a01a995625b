import type {
  FieldNullability,
  FieldRequiredness,
  InputFieldMap,
  InputType,
  SchemaTypes,
  TypeParam,
} from '@pothos/core';
import type { RestPlugin } from './rest-plugin.ts';
import type {
  RestBody,
  RestFieldOption,
  RestInput,
  RestDiscriminator,
  RestShorthand,
} from './options.ts';

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
      /** Serves the field on `/v1`; see RestFieldOption. */
      rest?: RestFieldOption;
    }

    export interface ObjectTypeOptions<Types extends SchemaTypes = SchemaTypes, Shape = unknown> {
      /** Body of the type on `/v1`. */
      rest?: RestBody;
    }

    export interface InputObjectTypeOptions<
      Types extends SchemaTypes = SchemaTypes,
      Fields extends InputFieldMap = InputFieldMap,
    > {
      /** REST form of the input, if its JSON differs from the GraphQL input. */
      rest?: RestDiscriminator | RestShorthand;
    }

    export interface InputFieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      Type extends InputType<Types> | [InputType<Types>] = InputType<Types> | [InputType<Types>],
      Req extends FieldRequiredness<Type> = FieldRequiredness<Type>,
    > {
      /** REST form of the field, if its JSON differs from the GraphQL input. */
      rest?: RestInput;
    }
  }
}
