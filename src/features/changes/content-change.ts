import { enumType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { AttributeValue } from '../content/attribute-value.ts';
import type {
  ChangedAttribute,
  ContentDiffEntry as Change,
} from '../../revisions/changes/content-diff-entry.ts';
import { pagePathOf } from '../content/load-content.ts';
import type { ChangeNode } from './comparison.ts';

const changeTypes = {
  page_created: 'PageCreated',
  page_edited: 'PageEdited',
  page_moved: 'PageMoved',
  page_deleted: 'PageDeleted',
  reusable_content_created: 'ReusableContentCreated',
  reusable_content_edited: 'ReusableContentEdited',
  reusable_content_deleted: 'ReusableContentDeleted',
  file_created: 'FileCreated',
  file_edited: 'FileEdited',
  file_deleted: 'FileDeleted',
  variables_edited: 'VariablesEdited',
  redirects_edited: 'RedirectsEdited',
} as const satisfies Record<Change['type'], string>;

export const ContentChangeType = enumType(
  'ContentChangeType',
  'Kind of a change between two states of content.',
  {
    page_created: 'A page was created.',
    page_edited: 'Attributes or the text of a page changed.',
    page_moved: 'A page was moved to another parent or another position.',
    page_deleted: 'A page was deleted.',
    reusable_content_created: 'A reusable content was created.',
    reusable_content_edited: 'The title or the text of a reusable content changed.',
    reusable_content_deleted: 'A reusable content was deleted.',
    file_created: 'A file was created.',
    file_edited: 'The name or the bytes of a file changed.',
    file_deleted: 'A file was deleted.',
    variables_edited: 'Variables of the content changed.',
    redirects_edited: 'Redirects of pages changed.',
  },
);

const ChangedAttributeType = builder.objectRef<ChangedAttribute>('ChangedAttribute').implement({
  description: 'An attribute that differs between two states of content.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'What it is called, with a member of `layout` or `variables` after a dot; of variables ' +
        'and redirects of the content, the name of the variable or the path. `parent` is the id ' +
        'of the page above, `position` sorts a page among its siblings. `document` names the ' +
        'text of a page or a reusable content and `content` the bytes of a file: equal ones have equal names.',
    }),
    before: t.field({
      type: AttributeValue,
      nullable: true,
      description: 'The old value; null for none.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.field({
      type: AttributeValue,
      nullable: true,
      description: 'The new value; null for none.',
      resolve: ({ after }) => after ?? null,
    }),
  }),
});

const attributeValue = { $ref: '#/components/schemas/AttributeValue' };

const ChangedAttributes = builder.scalarType('ChangedAttributes', {
  description:
    'The values that differ, by the names of the attributes: `{ before, after }`, each absent for ' +
    'no value. `attributes` has the same as a list.',
  serialize: (attributes) => attributes,
  extensions: {
    jsonSchema: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { before: attributeValue, after: attributeValue },
      },
    },
  },
});

/** The fields of every change on `/v1`. */
export const changeBody = 'type attributes: attributesByName';

export const ContentChange = builder.interfaceRef<ChangeNode>('ContentChange');

ContentChange.implement({
  description:
    'A difference between two states of content. All differences together turn one state into the other, except for times, which are not compared.',
  resolveType: ({ change }) => changeTypes[change.type],
  fields: (t) => ({
    type: t.field({
      type: ContentChangeType,
      description: 'Kind of the change.',
      resolve: ({ change }) => change.type,
    }),
    attributes: t.field({
      type: [ChangedAttributeType],
      description:
        'Attributes that differ; all attributes for a created or deleted item. They include `path` if the slug or the parent of the page itself changed.',
      resolve: (node, _args, context) => attributesOf(node, context),
    }),
    attributesByName: t.field({
      type: ChangedAttributes,
      description: 'The same attributes in the form of `/v1`: `{ before, after }` by name.',
      resolve: async (node, _args, context) => {
        const attributes = await attributesOf(node, context);
        return Object.fromEntries(attributes.map(({ name, ...values }) => [name, values]));
      },
    }),
  }),
});

/** Returns the changed values. Adds the path of a page if it changed as a consequence. */
async function attributesOf(
  { comparison: { from, to }, change }: ChangeNode,
  context: Context,
): Promise<readonly ChangedAttribute[]> {
  const { attributes } = change;
  if (change.type !== 'page_edited' && change.type !== 'page_moved') return attributes;
  if (!attributes.some(({ name }) => name === 'slug' || name === 'parent')) return attributes;
  const [before, after] = await Promise.all([
    from && change.before && pagePathOf(context, from, change.before),
    change.after && pagePathOf(context, to, change.after),
  ]);
  if (before === after) return attributes;
  return [
    ...attributes,
    { name: 'path', ...(before !== null && { before }), ...(after !== null && { after }) },
  ];
}
