import { enumType } from '../../../builder/declare-types.ts';
import { builder, type InputBuilder } from '../../../builder.ts';
import { documentTextFields } from '../document-text.ts';
import { ContentRefKind, CoverSize, PageWidth } from '../page-parts.ts';
import { VariableChanges } from '../variables-scalar.ts';

/** A reference in content, in inputs. */
export const ContentRefInput = builder.inputType('ContentRefInput', {
  description: 'A reference in content: `kind`, and the field that it names.',
  fields: (t) => ({
    kind: t.field({ type: ContentRefKind, required: true, description: 'Kind of the target.' }),
    file: t.id({ description: 'Id of the file, or its `ref` in an earlier change.' }),
    url: t.string({ description: 'The URL: http, https or mailto.' }),
    page: t.id({ description: 'Id of the page, or its `ref` in an earlier change.' }),
    anchor: t.string({ description: 'Anchor in the page.' }),
    space: t.id({ description: 'Id of the space of the page; absent for the same space.' }),
  }),
});

const PageCoverInput = builder.inputType('PageCoverInput', {
  description: 'The picture above a page.',
  fields: (t) => ({
    ref: t.field({ type: ContentRefInput, description: 'The picture: a file or an address.' }),
    refDark: t.field({ type: ContentRefInput, description: 'The picture for dark mode.' }),
    yPos: t.float({ description: 'Vertical offset; 0 by default.' }),
  }),
});

const PageLayoutPreset = enumType('PageLayoutPreset', 'A layout by its name.', {
  docs: 'The default: all parts are shown.',
  editorial:
    'For long reads: without the table of contents of the space, and without links to the ' +
    'pages before and after.',
  landing:
    'For the first page: wide, the cover as wide as the window, without table of contents, ' +
    'outline, links to other pages and the time of the last change.',
});

const PageLayoutInput = builder.inputType('PageLayoutInput', {
  description:
    'Visible parts of a page and its surroundings; absent ones are unchanged. On `/v1` also the name of ' +
    'a preset alone.',
  rest: { word: 'preset' },
  fields: (t) => ({
    preset: t.field({
      type: PageLayoutPreset,
      description: 'Preset that replaces the whole layout. The other fields override parts of it.',
    }),
    width: t.field({ type: PageWidth, description: 'Width.' }),
    cover: t.boolean({ description: 'Whether the cover is shown.' }),
    title: t.boolean({ description: 'Whether the title is shown.' }),
    description: t.boolean({ description: 'Whether the description is shown.' }),
    tableOfContents: t.boolean({
      description: 'Whether the table of contents of the space is shown.',
    }),
    outline: t.boolean({ description: 'Whether the outline of the page is shown.' }),
    pagination: t.boolean({
      description: 'Whether links to the pages before and after are shown.',
    }),
    metadata: t.boolean({ description: 'Whether the time of the last change is shown.' }),
    coverSize: t.field({ type: CoverSize, description: 'Size of the cover.' }),
  }),
});

const metadataFields = (t: InputBuilder) => ({
  slug: t.string({
    description:
      'Last segment of the path, derived from the title by default. A segment that a sibling has is refused.',
  }),
  description: t.string({ description: 'Description of the page, in one sentence.' }),
  emoji: t.string({ description: 'Emoji before the title.' }),
  icon: t.string({ description: 'Name of the icon before the title.' }),
  hidden: t.boolean({ description: 'Whether the table of contents omits it.' }),
  noIndex: t.boolean({ description: 'Whether the site search omits it.' }),
  noRobotsIndex: t.boolean({
    description: 'Whether search engines are asked not to index it.',
  }),
  condition: t.string({
    description: 'Expression on `visitor.claims` that decides whether a visitor sees it.',
  }),
  layout: t.field({
    type: PageLayoutInput,
    description: 'Visible parts around the text; null for the default layout.',
  }),
  cover: t.field({ type: PageCoverInput, description: 'The picture above the page.' }),
  variables: t.field({
    type: VariableChanges,
    description:
      'Variables to set, by name: texts of at most 256 characters, numbers, booleans; null removes one.',
  }),
});

/** Metadata of a new page. */
export const NewPageMetadataInput = builder.inputType('NewPageMetadataInput', {
  description: 'Attributes of a new page other than the text.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title.' }),
    ...metadataFields(t),
  }),
});

/** Metadata changes of a page. */
export const PageMetadataInput = builder.inputType('PageMetadataInput', {
  description:
    'Attributes of a page to change, other than the text. Absent keeps a value, null removes it.',
  fields: (t) => ({
    title: t.string({ description: 'Title.' }),
    ...metadataFields(t),
  }),
});

/** The text of a page or reusable content. */
export const PageDocumentInput = builder.inputType('PageDocumentInput', {
  description: 'The text of a page or a reusable content. The empty object is the empty text.',
  fields: (t) =>
    documentTextFields(t, 'The text as markdown, stored byte for byte, without front matter.'),
});

/** Declares the input fields with the position of a page. */
export const pagePlaceFields = (t: InputBuilder) => ({
  into: t.id({
    description:
      'Id of the parent page, or its `ref` in an earlier change; null for the top level.',
  }),
  at: t.int({ description: 'Index among the children of the parent, from 0; the end if absent.' }),
});
