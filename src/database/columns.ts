import { snakeCase } from '../lib/snake-case.ts';
import { getDatamodel } from './generated/pothos.ts';
import { Prisma } from './generated/prisma/client.ts';

interface DatamodelField {
  name: string;
  kind: string;
  type: string;
  isList: boolean;
}

const { models } = (
  getDatamodel() as unknown as {
    datamodel: { models: Record<string, { fields: DatamodelField[] }> };
  }
).datamodel;

/** The column of a Prisma field. prisma/schema.prisma keeps to this one convention. */
export function columnOf(field: string): string {
  return snakeCase(field);
}

/** The scalar fields of a model, in the order of the schema. */
export function scalarFields(model: Prisma.ModelName): string[] {
  const fields = models[model]?.fields ?? [];
  return fields.filter((field) => field.kind === 'scalar').map((field) => field.name);
}

/** Prisma's type of a model's field, e.g. `String[]`; undefined when it has no such field. */
export function typeOfField(model: Prisma.ModelName, name: string): string | undefined {
  const field = models[model]?.fields.find((candidate) => candidate.name === name);
  return field && (field.isList ? `${field.type}[]` : field.type);
}

/** All stored fields of the row with an alias, as Prisma reads and names them. */
export function storedFieldsSql(model: Prisma.ModelName, alias: string): Prisma.Sql {
  const columns = scalarFields(model).map((field) => `${alias}.${columnOf(field)} AS "${field}"`);
  return Prisma.raw(columns.join());
}
