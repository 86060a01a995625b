import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { AttributeValue } from '../content/attribute-value.ts';
import type {
  ChangedAttribute,
  ContentChange as Change,
} from '../content/changes/content-change.ts';
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

export const ContentChangeType = builder.enumType('ContentChangeType', {
  description: 'What became of something between two contents.',
  values: {
    PAGE_CREATED: { value: 'page_created', description: 'A page is new.' },
    PAGE_EDITED: { value: 'page_edited', description: 'A page has other values or another text.' },
    PAGE_MOVED: {
      value: 'page_moved',
      description: 'A page is below another page, or elsewhere among its siblings.',
    },
    PAGE_DELETED: { value: 'page_deleted', description: 'A page is gone.' },
    REUSABLE_CONTENT_CREATED: {
      value: 'reusable_content_created',
      description: 'A reusable content is new.',
    },
    REUSABLE_CONTENT_EDITED: {
      value: 'reusable_content_edited',
      description: 'A reusable content has another title or another text.',
    },
    REUSABLE_CONTENT_DELETED: {
      value: 'reusable_content_deleted',
      description: 'A reusable content is gone.',
    },
    FILE_CREATED: { value: 'file_created', description: 'A file is new.' },
    FILE_EDITED: { value: 'file_edited', description: 'A file has another name or other bytes.' },
    FILE_DELETED: { value: 'file_deleted', description: 'A file is gone.' },
    VARIABLES_EDITED: {
      value: 'variables_edited',
      description: 'Variables of the content have other values.',
    },
    REDIRECTS_EDITED: {
      value: 'redirects_edited',
      description: 'Other paths lead to pages, beside their own.',
    },
  } as const,
});

const ChangedAttributeType = builder.objectRef<ChangedAttribute>('ChangedAttribute').implement({
  description: 'A value that two contents have differently.',
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
      description: 'The value before; null for none.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.field({
      type: AttributeValue,
      nullable: true,
      description: 'The value after; null for none.',
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
    'Something that differs between two contents. All changes between two contents make the one ' +
    'the other, but for times, which are no changes.',
  resolveType: ({ change }) => changeTypes[change.type],
  fields: (t) => ({
    type: t.field({
      type: ContentChangeType,
      description: 'What became of it.',
      resolve: ({ change }) => change.type,
    }),
    attributes: t.field({
      type: [ChangedAttributeType],
      description:
        'The values that differ; of what is new or gone, all that it has. Where a page’s own slug ' +
        'or parent differs, its `path` is among them.',
      resolve: (node, _args, context) => attributesOf(node, context),
    }),
    attributesByName: t.field({
      type: ChangedAttributes,
      description: 'The same as `/v1` shows them: `{ before, after }` by name.',
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
