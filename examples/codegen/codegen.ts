/** The configuration of GraphQL Code Generator: a `CodegenConfig`. */
export default {
  schema: '../../schema.graphql',
  documents: ['operations.graphql'],
  generates: {
    '__generated__/operations.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: { useTypeImports: true, enumType: 'string-literal', scalars: { DateTime: 'string' } },
    },
  },
};
