import { builder } from '../../builder.ts';
import { DocumentPage } from '../content/document-page.ts';
import { appUrls, textReferences, type TextReference } from './text-references.ts';

/** Number of references of a text that the cost of an operation assumes. */
export const REFERENCES_EXPECTED = 20;

export const TextReferenceObject = builder.objectRef<TextReference>('TextReference').implement({
  description: 'A reference in a text, with its target.',
  fields: (t) => ({
    address: t.exposeString('address', {
      description: 'The reference as an address in markdown.',
    }),
    ref: t.field({
      type: 'JSONObject',
      description: 'The reference as in the tree of the text.',
      resolve: ({ ref }) => ({ ...ref }),
    }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'Address of the target; null when it has none for the reader.',
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'Title of the target; null for an external address.',
    }),
    anchor: t.exposeString('anchor', {
      nullable: true,
      description: 'Anchor in the target; null for the whole target.',
    }),
    pageId: t.id({
      nullable: true,
      description: 'Id of the page of the same content; null for other targets.',
      resolve: ({ page }) => page?.id ?? null,
    }),
    emoji: t.string({
      nullable: true,
      description: 'Emoji of the page of the same content.',
      resolve: ({ page }) => page?.emoji ?? null,
    }),
    description: t.string({
      nullable: true,
      description: 'Description of the page of the same content.',
      resolve: ({ page }) => page?.description ?? null,
    }),
    contentType: t.string({
      nullable: true,
      description: 'Media type of the file; null for other targets.',
      resolve: ({ file }) => file?.contentType ?? null,
    }),
    size: t.int({
      nullable: true,
      description: 'Size of the file in bytes; null for other targets.',
      resolve: ({ file }) => file?.size ?? null,
    }),
    width: t.int({
      nullable: true,
      description: 'Width of the picture in pixels; null when it is not known.',
      resolve: ({ file }) => file?.dimensions?.width ?? null,
    }),
    height: t.int({
      nullable: true,
      description: 'Height of the picture in pixels; null when it is not known.',
      resolve: ({ file }) => file?.dimensions?.height ?? null,
    }),
  }),
});

builder.objectFields(DocumentPage, (t) => ({
  references: t.field({
    type: [TextReferenceObject],
    description:
      'The references in the text and in the cover, each once, with their targets. References without a target for the viewer are omitted.',
    complexity: { field: 50, multiplier: REFERENCES_EXPECTED },
    resolve: (page, _args, context) => textReferences(context, page, appUrls(context, page)),
  }),
}));
