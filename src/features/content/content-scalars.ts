import { builder } from '../../builder.ts';

/** Returns the extensions of a scalar that is a list of a type's bodies on `/v1`. */
function listOf(typeName: string) {
  return {
    jsonSchema: { type: 'array', items: { $ref: `#/components/schemas/${typeName}` } },
  };
}

/** Pages with their descendants, as `pageResources` returns them. */
export const PageTreeScalar = builder.scalarType('PageTree', {
  description:
    'Pages with those below them in `pages`, each as `/v1` shows it without its text. It is one ' +
    'value, as a GraphQL selection cannot be of any depth; `pages` has the same level by level.',
  serialize: (pages) => pages,
  extensions: listOf('Page'),
});

/** A page with its descendants, as `pageResource` returns it. */
export const PageResource = builder.scalarType('PageResource', {
  description: 'A page with those below it in `pages`, as `/v1` shows it without its text.',
  serialize: (page) => page,
  extensions: { jsonSchema: { $ref: '#/components/schemas/Page' } },
});

/** All files of a revision, as `fileResources` returns them. */
export const RevisionFiles = builder.scalarType('RevisionFiles', {
  description:
    'All files of a revision, each as `/v1` shows it. It is one value, as no page size bounds it; ' +
    '`files` has them page by page.',
  serialize: (files) => files,
  extensions: listOf('File'),
});

/** All reusable contents of a revision. */
export const RevisionReusableContents = builder.scalarType('RevisionReusableContents', {
  description:
    'All reusable contents of a revision, each as `/v1` shows it without its text. It is one ' +
    'value, as no page size bounds it; `reusableContents` has them page by page.',
  serialize: (contents) => contents,
  extensions: listOf('ReusableContent'),
});
