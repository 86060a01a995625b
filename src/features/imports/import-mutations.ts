import { enumType } from '../../builder/declare-types.ts';
import { mutationField } from '../../builder/mutation-field.ts';
import { builder } from '../../builder.ts';
import { EXPECTED_REVISION_DESCRIPTION } from '../change-requests/content-mutations.ts';
import type { SkippedPath } from '../../document/docs-folder/docs-folder.ts';
import { lastingIdArgument } from '../../lib/lasting-id.ts';
import { loadHead } from '../content/load-head.ts';
import { Revision } from '../content/revision.ts';
import { contentImport, importContent, type ContentImport } from './import-content.ts';

const ImportContentSource = enumType('ImportContentSource', 'Format of an import source.', {
  website: 'A part of a web site: the page at the URL and the linked pages below it, at most 200.',
  docx: 'A Word document.',
  markdown: 'A page of markdown.',
  html: 'One web page.',
  zip:
    'A zip archive of markdown and web pages, in folders or with a SUMMARY.md, at most 5,000 ' +
    'files.',
  confluence: 'The HTML export of a Confluence space.',
  'github-wiki': 'The wiki of a repository on GitHub.',
  notion: 'An export of Notion, as markdown or as HTML.',
  'google-docs': 'A Google Docs document that everybody with the link may read.',
});

const SkippedResource = builder.objectRef<SkippedPath>('SkippedResource').implement({
  description: 'An item that an import skipped or imported only in part.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Path in the archive, or the URL without secrets.',
    }),
    reason: t.exposeString('reason', { description: 'Reason.' }),
  }),
});

const ImportResult = builder.objectRef<ContentImport>('ContentImportResult').implement({
  description: 'Result of an import.',
  rest: { fields: 'revision: revisionId importedResources totalResources' },
  fields: (t) => ({
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the active revision of the content.',
    }),
    revision: t.field({
      type: Revision,
      description: 'The active revision of the content.',
      resolve: ({ revisionId }, _args, context) => loadHead(context, { revisionId }),
    }),
    importedResources: t.exposeInt('importedResources', {
      description: 'Number of imported pages with text, files and reusable contents.',
    }),
    totalResources: t.exposeInt('totalResources', {
      description: 'Number of all items, skipped ones included.',
    }),
    skipped: t.expose('skipped', {
      type: [SkippedResource],
      description: 'Items that were skipped or imported only in part, ordered by path.',
    }),
  }),
});

mutationField('importContent', {
  description:
    'Imports content by URL into a change request, or into the primary content while the space is ' +
    '`LIVE`. The result is one revision. Images become files, and links between imported pages stay ' +
    'links. The call fetches for at most 45 seconds, and skips what is missing by then. It contacts ' +
    'public hosts only, and respects robots.txt. ' +
    'Needs the level `edit` on the space.',
  rest: {
    routes: {
      importContent: 'POST /v1/spaces/{spaceId}/content/import',
      importContentInChangeRequest:
        'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
      importContentInPageById: 'POST /v1/spaces/{spaceId}/content/page/{pageId}/import',
      importContentInChangeRequestPageById:
        'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/import',
    },
    result: 'result',
    status: 201,
    location: '/v1/spaces/{spaceId}/revisions/{revision}',
    ifMatch: 'expectedRevision',
  },
  inputDescription: 'URL to import, and the content to import it into.',
  inputSchema: contentImport,
  inputFields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space.' }),
    changeRequestId: t.id({
      description: 'Change request to edit, by id or number; else the primary content.',
    }),
    pageId: t.id({
      description:
        'Id of the page to import into. A page without text gets the text of the first imported page, and the others are inserted below it. If absent, the pages are inserted after all existing ones.',
      validate: lastingIdArgument,
    }),
    url: t.string({
      required: true,
      description: 'URL to import. A user and a password in it are not stored.',
    }),
    source: t.field({
      type: ImportContentSource,
      required: true,
      description: 'Format of the source.',
    }),
    expectedRevision: t.id({ description: EXPECTED_REVISION_DESCRIPTION }),
  }),
  resolve: async ({ spaceId, changeRequestId, pageId, ...input }, context) => ({
    result: await importContent(context, { spaceId, changeRequestId, pageId }, input),
  }),
  payload: (t) => ({
    result: t.expose('result', {
      type: ImportResult,
      description: 'Result.',
    }),
  }),
});
