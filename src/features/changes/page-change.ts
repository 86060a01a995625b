import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PageDiffEntry as Change } from '../../revisions/changes/content-diff-entry.ts';
import { pagePathOf, pageTreeOf } from '../content/load-content.ts';
import type { PageNode } from '../content/page-node.ts';
import { PageInterface, PageType } from '../content/page.ts';
import type { PageEntry } from '../../revisions/store/entry.ts';
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
  description: 'A page that changed, with the attributes that identify it.',
  fields: (t) => ({
    pageId: t.id({ description: 'Id of the page.', resolve: ({ entry }) => entry.id }),
    type: t.field({
      type: PageType,
      description: 'Type of the page.',
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
  description: 'A change of a page. A page that is both edited and moved has one change for each.',
  interfaces: [ContentChange],
  fields: (t) => ({
    page: t.field({
      type: ChangedPage,
      description: 'The page after the change; for a deleted page, its last state.',
      resolve: ({ comparison: { from, to }, change: { before, after } }) => {
        const revision = after ? to : from;
        const entry = after ?? before;
        if (!revision || !entry) throw new Error('A change is about no page.');
        return { revision, entry };
      },
    }),
    before: t.field({
      type: PageInterface,
      nullable: true,
      description: 'The old state of the page; null if it was created.',
      complexity: PAGE_COST,
      resolve: ({ comparison: { from }, change: { before } }, _args, context) =>
        pageNodeOf(context, from, before),
    }),
    after: t.field({
      type: PageInterface,
      nullable: true,
      description: 'The new state of the page; null if it was deleted.',
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
  PageCreated: 'A page was created.',
  PageEdited: 'Attributes or the text of a page changed.',
  PageMoved: 'A page was moved to another parent or another position.',
  PageDeleted: 'A page was deleted.',
};

for (const [name, description] of Object.entries(descriptions)) {
  builder.objectRef<ChangeNode<Change>>(name).implement({
    description,
    interfaces: [ContentChange, PageChange],
    rest: { fields: `${changeBody} page { id: pageId type title path }` },
  });
}
