import { builder, type ArgumentBuilder } from '../../builder.ts';
import { findSpace } from '../spaces/space-access.ts';
import { loadHead } from '../content/load-head.ts';
import { lastingIdArgument } from '../../lib/lasting-id.ts';
import type { makePdf } from './make-pdf.ts';

/** Cost of a PDF in an operation, which limits a request to a few. */
const PDF_COST = 50_000;

const Pdf = builder.objectRef<{ url: string }>('Pdf').implement({
  description: 'Content as a printable book.',
  rest: { fields: 'url' },
  fields: (t) => ({
    url: t.exposeString('url', {
      description: 'Signed URL of the PDF. It works without a token for one hour.',
    }),
  }),
});

/** Makes a PDF. Few processes make one, so the code is loaded with the first. */
const pdfOf: typeof makePdf = async (...content) => {
  const made = await import('./make-pdf.ts');
  return made.makePdf(...content);
};

/** Arguments common to all PDF fields. */
const pdfArguments = (arg: ArgumentBuilder) => ({
  page: arg.id({
    description: 'Id of a page: only this page and those below it. All pages when it is absent.',
    validate: lastingIdArgument,
  }),
  only: arg.boolean({ description: 'Only the given page, without those below it.' }),
});

const pdfDescription =
  'The pages as a printable book with cover, table of contents, bookmarks and links. Hidden pages ' +
  'and all pages below them are omitted, unless `page` names one. It is created on request, and kept ' +
  'for a day. At most 2,000 pages and 10 MB of text; included content over 5 MB is omitted.';

builder.prismaObjectFields('Space', (t) => ({
  pdf: t.field({
    type: Pdf,
    description: pdfDescription,
    args: pdfArguments(t.arg),
    rest: { rare: true, route: 'GET /pdf', operationId: 'getSpacePDF' },
    complexity: PDF_COST,
    resolve: async (space, selection, context) => {
      const revision = await loadHead(context, space);
      return pdfOf(context, { space, revision, subtitle: null }, selection);
    },
  }),
}));

builder.prismaObjectFields('ChangeRequest', (t) => ({
  pdf: t.field({
    type: Pdf,
    description: pdfDescription,
    args: pdfArguments(t.arg),
    rest: { rare: true, route: 'GET /pdf', operationId: 'getChangeRequestPDF' },
    complexity: PDF_COST,
    resolve: async (changeRequest, selection, context) => {
      const { number, subject, spaceId } = changeRequest;
      const [space, revision] = await Promise.all([
        findSpace(context, spaceId),
        loadHead(context, changeRequest),
      ]);
      const subtitle = subject === '' ? `#${number}` : `#${number} ${subject}`;
      return pdfOf(context, { space, revision, subtitle }, selection);
    },
  }),
}));

builder.prismaObjectFields('Revision', (t) => ({
  pdf: t.field({
    type: Pdf,
    description: pdfDescription,
    args: pdfArguments(t.arg),
    complexity: PDF_COST,
    resolve: async (revision, selection, context) => {
      const space = await findSpace(context, revision.spaceId);
      return pdfOf(context, { space, revision, subtitle: null }, selection);
    },
  }),
}));
