import { builder } from '../../builder.ts';
import { DocumentTreeScalar } from '../content/document-scalar.ts';
import { evaluatedMarkdownOf, shownDocument } from '../content/evaluate-text.ts';
import { DOCUMENT_COST } from '../content/page-document.ts';
import { documentFields } from '../content/page-parts.ts';
import { REFERENCES_EXPECTED, TextReferenceObject } from '../links/text-reference.ts';
import { textReferences } from '../links/text-references.ts';
import { asPageNode, visitedPageUrl, visitedUrls, type VisitedPage } from './visited-content.ts';

export const PublishedPage = builder.objectRef<VisitedPage>('PublishedPage').implement({
  description: 'A page of a published space, as one visitor finds it.',
  fields: (t) => ({
    pageId: t.id({ description: 'Id of the page.', resolve: ({ entry }) => entry.id }),
    path: t.string({
      description: 'The slugs from the top down, joined by `/`.',
      resolve: ({ tree, entry }) => tree.path(entry.id),
    }),
    title: t.string({ description: 'Title.', resolve: ({ entry }) => entry.title }),
    ...documentFields(t),
    emoji: t.string({
      nullable: true,
      description: 'Emoji before the title.',
      resolve: ({ entry }) => entry.emoji ?? null,
    }),
    icon: t.string({
      nullable: true,
      description: 'Name of an icon before the title, shown if there is no emoji.',
      resolve: ({ entry }) => entry.icon ?? null,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When a revision last changed it.',
      resolve: ({ entry }) => new Date(entry.updatedAt),
    }),
    url: t.string({
      description: 'Address of the page on the visited site.',
      resolve: (page) => visitedPageUrl(page, page.entry.id),
    }),
    canonicalUrl: t.string({
      description: 'The one address of the page, which search engines keep.',
      resolve: (page, _args, { addresses }) => {
        const { site, siteUrl } = page.visit;
        const url = visitedPageUrl(page, page.entry.id);
        return addresses.site(site) + url.slice(siteUrl.length);
      },
    }),
    document: t.field({
      type: DocumentTreeScalar,
      nullable: true,
      description:
        'The text as a tree of blocks, evaluated for the visitor; null for a page without text.',
      complexity: DOCUMENT_COST,
      resolve: (page) =>
        shownDocument(page.visit.context, page, {
          evaluated: true,
          claims: page.visit.visitor.json,
        }),
    }),
    markdown: t.string({
      nullable: true,
      description: 'The text as markdown, evaluated for the visitor; null for a page without text.',
      complexity: DOCUMENT_COST,
      resolve: (page) => evaluatedMarkdownOf(page.visit.context, page, page.visit.visitor.json),
    }),
    references: t.field({
      type: [TextReferenceObject],
      description:
        'The references in the text and in the cover, each once, with their targets. References without a target for the visitor are omitted.',
      complexity: { field: DOCUMENT_COST, multiplier: REFERENCES_EXPECTED },
      resolve: (page) => textReferences(page.visit.context, asPageNode(page), visitedUrls(page)),
    }),
  }),
});
