import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PageChange as Change } from '../content/changes/content-change.ts';
import { pagePathOf, pageTreeOf } from '../content/load-content.ts';
import type { PageNode } from '../content/page-node.ts';
import { Page, PageType } from '../content/page.ts';
import type { PageEntry } from '../content/store/entry.ts';
import type { ChangeNode } from './comparison.ts';
import { changeBody, ContentChange } from './content-change.ts';

/** A page in one of the compared revisions, without the rest of the content. */
interface SidePage {
  revision: Row<'Revision'>;
  entry: PageEntry;
}

/** Cost of a page in a change: loading one loads all pages. */
const PAGE_COST = 10;

const ChangedPage = builder.objectRef<SidePage>('ChangedPage').implement({
  description: 'The page that a change is about, by what names it.',
  fields: (t) => ({
    pageId: t.id({ description: 'Id of the page.', resolve: ({ entry }) => entry.id }),
    type: t.field({
      type: PageType,
      description: 'What kind of page it is.',
      resolve: ({ entry }) => entry.type,
    }),
    title: t.string({ description: 'Title.', resolve: ({ entry }) => entry.title }),
    path: t.string({
      nullable: true,
      description: 'The slugs from the top down, joined by `/`; null for a link.',
      resolve: ({ revision, entry }, _args, context) => pagePathOf(context, revision, entry),
    }),
  }),
});

export const PageChange = builder.interfaceRef<ChangeNode<Change>>('PageChange');

PageChange.implement({
  description: 'What became of a page. One that is edited and moved has a change for each.',
  interfaces: [ContentChange],
  fields: (t) => ({
    page: t.field({
      type: ChangedPage,
      description: 'The page as it is after the change; one that is gone as it was.',
      resolve: ({ comparison: { from, to }, change: { before, after } }) => {
        const revision = after ? to : from;
        const entry = after ?? before;
        if (!revision || !entry) throw new Error('A change is about no page.');
        return { revision, entry };
      },
    }),
    before: t.field({
      type: Page,
      nullable: true,
      description: 'The page before, in its content; null when it is new.',
      complexity: PAGE_COST,
      resolve: ({ comparison: { from }, change: { before } }, _args, context) =>
        pageNodeOf(context, from, before),
    }),
    after: t.field({
      type: Page,
      nullable: true,
      description: 'The page after, in its content; null when it is gone.',
      complexity: PAGE_COST,
      resolve: ({ comparison: { to }, change: { after } }, _args, context) =>
        pageNodeOf(context, to, after),
    }),
  }),
});

async function pageNodeOf(
  context: Context,
  revision: Row<'Revision'> | null,
  entry: PageEntry | null,
): Promise<PageNode | null> {
  return revision && entry && { revision, entry, tree: await pageTreeOf(context, revision) };
}

const descriptions = {
  PageCreated: 'A page is new.',
  PageEdited: 'A page has other values or another text.',
  PageMoved: 'A page is below another page, or elsewhere among its siblings.',
  PageDeleted: 'A page is gone.',
};

for (const [name, description] of Object.entries(descriptions)) {
  builder.objectRef<ChangeNode<Change>>(name).implement({
    description,
    interfaces: [ContentChange, PageChange],
    rest: { fields: `${changeBody} page { id: pageId type title path }` },
  });
}
