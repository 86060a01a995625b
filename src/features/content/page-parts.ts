import { enumType } from '../../builder/declare-types.ts';
import { builder, type FieldBuilder } from '../../builder.ts';
import type { PageNode } from './page-node.ts';
import type {
  ContentRef as ContentRefValue,
  PageCover as PageCoverValue,
  PageLayout as PageLayoutValue,
} from '../../revisions/store/entry.ts';

/** Default layout of a page. */
export const layoutDefaults: PageLayoutValue = {
  width: 'default',
  cover: true,
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  coverSize: 'hero',
};

export const PageUrls = builder.objectRef<PageNode>('PageUrls').implement({
  description: 'URLs of a page.',
  fields: (t) => ({
    app: t.string({
      description: 'The page in the app, in its revision.',
      resolve: ({ revision, tree, entry }, _args, { addresses }) =>
        addresses.revision(revision, tree.path(entry.id)),
    }),
  }),
});

export const PageWidth = enumType('PageWidth', 'Width of a page.', {
  default: 'Width of comfortable reading.',
  wide: 'As wide as the window.',
});

export const CoverSize = enumType('CoverSize', 'Size of a cover.', {
  hero: 'As wide as the page.',
  full: 'As wide as the window.',
});

const PageLayoutType = builder.objectRef<PageLayoutValue>('PageLayout').implement({
  description: 'Visible parts of a page and its surroundings.',
  rest: { fields: Object.keys(layoutDefaults).join(' ') },
  fields: (t) => ({
    width: t.expose('width', { type: PageWidth, description: 'Width; `DEFAULT` by default.' }),
    cover: t.exposeBoolean('cover', { description: 'Whether the cover is shown.' }),
    title: t.exposeBoolean('title', { description: 'Whether the title is shown.' }),
    description: t.exposeBoolean('description', {
      description: 'Whether the description is shown.',
    }),
    tableOfContents: t.exposeBoolean('tableOfContents', {
      description: 'Whether the table of contents of the space is shown.',
    }),
    outline: t.exposeBoolean('outline', {
      description: 'Whether the outline of the page is shown.',
    }),
    pagination: t.exposeBoolean('pagination', {
      description: 'Whether links to the pages before and after are shown.',
    }),
    metadata: t.exposeBoolean('metadata', {
      description: 'Whether the time of the last change is shown.',
    }),
    coverSize: t.expose('coverSize', {
      type: CoverSize,
      description: 'Size of the cover; hero by default.',
    }),
  }),
});

export const ContentRefKind = enumType('ContentRefKind', 'Kind of the target of a reference.', {
  file: 'A file of the revision.',
  url: 'A URL.',
  page: 'A page.',
  anchor: 'An anchor in a page.',
});

/** A reference in content, with the fields of its kind. */
export const ContentRefType = builder.objectRef<ContentRefValue>('ContentRef').implement({
  description: 'A reference in content. Beside `kind`, only the fields of that kind have values.',
  rest: { fields: `kind file: fileId url page: pageId anchor space: spaceId` },
  fields: (t) => ({
    kind: t.expose('kind', { type: ContentRefKind, description: 'Kind of the target.' }),
    fileId: t.id({
      nullable: true,
      description: 'Id of the file.',
      resolve: (ref) => (ref.kind === 'file' ? ref.file : null),
    }),
    url: t.string({
      nullable: true,
      description: 'The URL.',
      resolve: (ref) => (ref.kind === 'url' ? ref.url : null),
    }),
    pageId: t.id({
      nullable: true,
      description:
        'Id of the page; for an anchor, null means the page that contains the reference.',
      resolve: (ref) => ('page' in ref ? (ref.page ?? null) : null),
    }),
    anchor: t.string({
      nullable: true,
      description: 'Anchor in the page.',
      resolve: (ref) => (ref.kind === 'anchor' ? ref.anchor : null),
    }),
    spaceId: t.id({
      nullable: true,
      description: 'Id of the space of the page; null for the same space.',
      resolve: (ref) => ('space' in ref ? (ref.space ?? null) : null),
    }),
  }),
});

const PageCoverType = builder.objectRef<PageCoverValue>('PageCover').implement({
  description: 'The picture above a page.',
  rest: { fields: `ref { ...ContentRef } refDark { ...ContentRef } yPos` },
  fields: (t) => ({
    ref: t.field({
      type: ContentRefType,
      nullable: true,
      description: 'The picture: a file or an address.',
      resolve: ({ ref }) => ref ?? null,
    }),
    refDark: t.field({
      type: ContentRefType,
      nullable: true,
      description: 'The picture for dark mode; null for the same one.',
      resolve: ({ refDark }) => refDark ?? null,
    }),
    yPos: t.exposeFloat('yPos', { description: 'Vertical offset; 0 by default.' }),
  }),
});

/** Declares what a document shows besides its text. */
export const documentFields = <Node extends Pick<PageNode, 'entry'>>(t: FieldBuilder<Node>) => ({
  description: t.string({
    nullable: true,
    description: 'Description of the page, in one sentence.',
    resolve: ({ entry }) => entry.description ?? null,
  }),
  noRobotsIndex: t.boolean({
    description: 'Whether search engines are asked not to index it.',
    resolve: ({ entry }) => entry.noRobotsIndex ?? false,
  }),
  layout: t.field({
    type: PageLayoutType,
    description: 'Visible parts of the page and its surroundings.',
    resolve: ({ entry }) => ({ ...layoutDefaults, ...entry.layout }),
  }),
  cover: t.field({
    type: PageCoverType,
    nullable: true,
    description: 'The picture above the page.',
    resolve: ({ entry }) => entry.cover ?? null,
  }),
});
