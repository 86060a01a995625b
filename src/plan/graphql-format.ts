import type { ResponseFormat } from './selections.ts';

/** The format of GraphQL responses. */
export const graphqlFormat: ResponseFormat = {
  enums: 'names',
  nullItems: 'written',
  shapeOf: (parent, _type, fields) => ({
    open: parent ? '{' : '{"data":{',
    close: parent ? '}' : '}}',
    isSparse: false,
    fields: fields.map((collected, index) => ({
      ...collected,
      prefix: `${index === 0 ? '' : ','}${JSON.stringify(collected.key)}:`,
      onNull: 'written',
    })),
  }),
};
