import { isInputObjectType, isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql';
import { singularForms } from '../../../lib/singular-forms.ts';
import { isWrapper } from './type-relations.ts';

/** A type, or a field of one, that a search found. */
export interface SchemaHit {
  type: string;
  /** Absent where the type itself was found. */
  field?: string;
  description: string;
}

/** Most hits of a search. */
export const HITS_MAX = 100;

/**
 * Finds types and fields whose names contain all words of a query, then those whose descriptions
 * do.
 */
export function findInSchema(schema: GraphQLSchema, query: string): SchemaHit[] {
  // Names of types are singular.
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).map(singularForms);
  if (words.length === 0) return [];
  const byName: SchemaHit[] = [];
  const byFieldName: SchemaHit[] = [];
  const byDescription: SchemaHit[] = [];
  const hasWords = (text: string) => {
    const lower = text.toLowerCase();
    return words.every((forms) => forms.some((form) => lower.includes(form)));
  };
  for (const hit of entriesOf(schema)) {
    if (hasWords(hit.field ?? hit.type)) (hit.field === undefined ? byName : byFieldName).push(hit);
    else if (hasWords(`${hit.type}.${hit.field} ${hit.description}`)) byDescription.push(hit);
  }
  byName.sort((a, b) => a.type.length - b.type.length);
  const hits = [...byName, ...byFieldName, ...byDescription];
  // Types of lists and results come after what they contain.
  hits.sort((a, b) => Number(isWrapper(a.type)) - Number(isWrapper(b.type)));
  return hits.slice(0, HITS_MAX);
}

function* entriesOf(schema: GraphQLSchema): Iterable<SchemaHit> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    yield { type: type.name, description: type.description ?? '' };
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const { name, description } of Object.values(type.getFields())) {
      yield { type: type.name, field: name, description: description ?? '' };
    }
  }
}
