import { z } from 'zod';
import { builder, type InputBuilder } from '../../builder.ts';
import { mutationField, returnedField } from '../../builder/mutation-field.ts';
import { WHOLE_CONTENT_COST } from '../content/content-parameters.ts';
import {
  PageTreeScalar,
  RevisionFiles,
  RevisionReusableContents,
} from '../content/content-scalars.ts';
import { filesOf, reusableContentsOf } from '../content/load-content.ts';
import { PageDocument } from '../content/page-document.ts';
import { pageResources } from '../content/page-resource.ts';
import { fileResources } from '../content/revision-files.ts';
import { reusableContentResources } from '../content/revision-reusable-contents.ts';
import { computeDocument } from './compute-document.ts';
import { computeRevision, type ComputedContents } from './compute-revision.ts';
import { documentSource, revisionSourceInput } from './computed-sources.ts';

/** Maximum length of a seed, in characters. */
const SEED_LENGTH_MAX = 256;

const seed = z.string().max(SEED_LENGTH_MAX);

const PATH = 'POST /v1/spaces/{spaceId}/content/computed';

const inputFields = (description: string) => (t: InputBuilder) => ({
  spaceId: t.id({ required: true, description: 'Id of the space.' }),
  source: t.field({ type: 'JSONObject', required: true, description }),
  seed: t.string({
    required: true,
    description:
      'Id of the version of an OpenAPI specification. Any other text means the latest version.',
  }),
});

mutationField('computeDocument', {
  description: 'Computes a document from its source. Changes nothing.',
  rest: { routes: { getComputedDocument: `${PATH}/document` }, result: 'document' },
  inputDescription: 'Source of the document.',
  inputSchema: z.object({ source: documentSource, seed }),
  inputFields: inputFields(
    'Part of an OpenAPI specification (`builtin:openapi`), or the text of a translated page (`builtin:translation`).',
  ),
  resolve: ({ spaceId, ...input }, context) => computeDocument(context, spaceId, input),
  payload: (t) => ({ document: returnedField(t, PageDocument, 'The document.') }),
});

const ComputedRevision = builder.objectRef<ComputedContents>('ComputedRevision').implement({
  description: 'Content that was computed from a source.',
  rest: { fields: 'pages files reusableContents' },
  fields: (t) => ({
    pages: t.field({
      type: PageTreeScalar,
      description: 'All pages, as `/v1` shows them without their text.',
      complexity: WHOLE_CONTENT_COST,
      resolve: (contents, _args, { addresses }) =>
        pageResources(contents, null, { addresses, metadata: true, computed: true }),
    }),
    files: t.field({
      type: RevisionFiles,
      description: 'All files.',
      complexity: WHOLE_CONTENT_COST,
      resolve: async ({ revision, hasFiles }, _args, context) => {
        const files = hasFiles ? await filesOf(context, revision) : [];
        return fileResources(context, files, { metadata: true });
      },
    }),
    reusableContents: t.field({
      type: RevisionReusableContents,
      description: 'All reusable contents, without their text.',
      complexity: WHOLE_CONTENT_COST,
      resolve: async ({ revision, hasFiles }, _args, context) => {
        const contents = hasFiles ? await reusableContentsOf(context, revision) : [];
        return reusableContentResources(contents, { metadata: true });
      },
    }),
  }),
});

mutationField('computeRevision', {
  description: 'Computes all pages, files and reusable contents from a source. Changes nothing.',
  rest: { routes: { getComputedRevision: `${PATH}/revision` }, result: 'content' },
  inputDescription: 'Source of the content.',
  inputSchema: z.object({ source: revisionSourceInput, seed }),
  inputFields: inputFields(
    'An OpenAPI specification (`builtin:openapi`), or a translation (`builtin:translation`).',
  ),
  resolve: ({ spaceId, ...input }, context) => computeRevision(context, spaceId, input),
  payload: (t) => ({ content: returnedField(t, ComputedRevision, 'The content.') }),
});
