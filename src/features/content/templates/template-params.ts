import { enumType } from '../../../builder/declare-types.ts';
import { z } from 'zod';
import { builder } from '../../../builder.ts';
import { enumName } from '../../../lib/enum-name.ts';
import { URL_LENGTH_MAX } from '../../../lib/web-url.ts';
import { requireLastingId } from '../../../lib/lasting-id.ts';
import type { ContentReference } from '../../../document/document-tree.ts';

/** Maximum number of references to a template, and maximum length of their names and ids. */
const REFERENCES_MAX = 100;
const NAME_LENGTH_MAX = 255;

const kinds = [
  ...(['file', 'url', 'page', 'anchor', 'user'] as const),
  ...(['collection', 'space', 'reusable-content', 'openapi'] as const),
] as const;

const name = z.string().min(1).max(NAME_LENGTH_MAX);
const id = name;
const lastingId = id.superRefine(requireLastingId);
const url = z.url({ protocol: /^(?:https?|mailto)$/ }).max(URL_LENGTH_MAX);
const inSpace = { space: id.nullish() };

/** A reference, with the members of its kind. */
const reference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: lastingId }),
  z.object({ kind: z.literal('url'), url }),
  z.object({ kind: z.literal('page'), page: lastingId, ...inSpace }),
  z.object({
    kind: z.literal('anchor'),
    anchor: z.string().min(1).max(URL_LENGTH_MAX),
    page: lastingId.nullish(),
    ...inSpace,
  }),
  z.object({ kind: z.literal('user'), user: id }),
  z.object({ kind: z.literal('collection'), collection: id }),
  z.object({ kind: z.literal('space'), space: id }),
  z.object({ kind: z.literal('reusable-content'), reusableContent: lastingId, ...inSpace }),
  z.object({ kind: z.literal('openapi'), spec: id }),
]);

const namedReference = z.intersection(z.object({ name }), reference);

/** Parameters of a template. */
const templateParams = z.object({
  contentRefs: z
    .array(namedReference)
    .max(REFERENCES_MAX)
    .refine(
      (references) => new Set(references.map((one) => one.name)).size === references.length,
      'must name each reference once',
    )
    .optional(),
});

/** The template to apply to a space, and its parameters. */
export const templateApplication = z.object({ id: name, params: templateParams.optional() });

export type TemplateApplication = z.output<typeof templateApplication>;

/** References by their names in the template. */
export type TemplateParams = ReadonlyMap<string, ContentReference>;

export function paramsOf({ params }: TemplateApplication): TemplateParams {
  return new Map(
    (params?.contentRefs ?? []).map(({ name: key, ...ref }) => [key, withoutNulls(ref)]),
  );
}

function withoutNulls(ref: z.output<typeof reference>): ContentReference {
  const members = Object.entries(ref).filter(([, value]) => value != null);
  return Object.fromEntries(members) as ContentReference;
}

export const TEMPLATE_ID_DESCRIPTION =
  'Id of the template: one of `templates`, or a space on which the viewer has a level, of at most ' +
  '500 pages, 500 files, 200 reusable contents and 2 MB of texts.';

const TemplateReferenceKind = enumType(
  'TemplateReferenceKind',
  'Kind of the target of a template reference.',
  {
    file: 'A file of the space.',
    url: 'A URL.',
    page: 'A page.',
    anchor: 'An anchor in a page.',
    user: 'A user.',
    collection: 'A collection.',
    space: 'A space.',
    'reusable-content': 'A reusable content.',
    openapi: 'A specification of an API.',
  },
);

const TemplateReferenceInput = builder.inputType('TemplateReferenceInput', {
  description: 'A value for a reference of a template: `kind`, and the field that it names.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description:
        'Name of the reference in the template: the name of one of its `contentRefs`. If a space is the template, the id or the URL that its content uses.',
    }),
    kind: t.field({
      type: TemplateReferenceKind,
      required: true,
      description: 'Kind of the target.',
    }),
    file: t.id({ description: 'Id of a file of the space.' }),
    url: t.string({ description: 'The URL: http, https or mailto.' }),
    page: t.id({ description: 'Id of the page.' }),
    anchor: t.string({ description: 'Anchor in the page.' }),
    user: t.id({ description: 'Id of the user.' }),
    collection: t.id({ description: 'Id of the collection.' }),
    space: t.id({
      description:
        'Id of the space: the target itself, or that of the page or the reusable content; absent for the same space.',
    }),
    reusableContent: t.id({ description: 'Id of the reusable content.' }),
    spec: t.id({ description: 'Id of the specification.' }),
  }),
});

const textMembers = Object.fromEntries(
  ['file', 'url', 'page', 'anchor', 'user', 'collection', 'space', 'reusableContent', 'spec'].map(
    (member) => [member, { type: 'string' }],
  ),
);

export const TemplateParamsInput = builder.inputType('TemplateParamsInput', {
  description: 'Parameters of a template.',
  fields: (t) => ({
    contentRefs: t.field({
      type: [TemplateReferenceInput],
      description: 'Targets of the references that the template leaves open.',
      rest: {
        schema: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { kind: { type: 'string', enum: kinds }, ...textMembers },
            required: ['kind'],
          },
          maxProperties: REFERENCES_MAX,
        },
        parse: (value) => {
          const { success, data } = referencesOnRest.safeParse(entriesOf(value));
          if (!success) throw new Error('must be an object of { kind, … } by name');
          return data.map(([key, { kind, ...ref }]) => ({
            ...ref,
            name: key,
            kind: enumName(kind),
          }));
        },
      },
    }),
  }),
});

/**
 * Returns all members of an object, whatever their names; undefined if the value is not an object.
 */
function entriesOf(value: unknown): [string, unknown][] | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.entries(value) : undefined;
}

const referencesOnRest = z.array(
  z.tuple([
    z.string(),
    z.strictObject({
      kind: z.enum(kinds),
      file: z.string().optional(),
      url: z.string().optional(),
      page: z.string().optional(),
      anchor: z.string().optional(),
      user: z.string().optional(),
      collection: z.string().optional(),
      space: z.string().optional(),
      reusableContent: z.string().optional(),
      spec: z.string().optional(),
    }),
  ]),
);
