import type { OutputType } from '@pothos/core';
import { builder } from '../builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** Declares the types of a list and of its edges, named after the type of its nodes. */
export function connectionType<Type extends OutputType<Types> & { readonly name: string }>(
  type: Type,
  description: string,
  edgeDescription: string,
) {
  return builder.connectionObject(
    { type, name: `${type.name}Connection`, description },
    { description: edgeDescription },
  );
}
