import { builder, registerNode, type Row } from '../../builder.ts';
import { urlOf } from '../../lib/urls.ts';
import { DocumentTree } from '../content/document-scalar.ts';
import { documentFrom } from '../content/load-content.ts';
import { revisionSource } from '../content/revision-source.ts';
import { Revision } from '../content/revision.ts';
import { jobSource } from '../jobs/job-source.ts';
import { Job } from '../jobs/job.ts';
import { Organization } from '../organizations/organization.ts';
import { ownerField } from '../organizations/organization-of.ts';
import { Language } from '../spaces/space-enums.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { Space } from '../spaces/space.ts';
import { translationPermissions, type TranslationPermissions } from './translation-access.ts';
import { problemOf, TranslationProblem } from './translation-problem.ts';
import { translationSource } from './translation-source.ts';
import { TranslationStats } from './translation-stats.ts';
import { oneField, sameRow, showing } from '../../pagination/declared-fields.ts';

registerNode(translationSource);

const TranslationStatus = builder.enumType('TranslationStatus', {
  description: 'How far a translation is.',
  values: {
    PENDING: { value: 'pending', description: 'It waits for a run; `problem` says why.' },
    RUNNING: { value: 'running', description: 'A run is under way.' },
    COMPLETED: { value: 'completed', description: 'There is a result.' },
  } as const,
});

const TranslationOrigin = builder.objectRef<Row<'Translation'>>('TranslationOrigin').implement({
  description: 'What is translated.',
  rest: { fields: 'space: spaceId language' },
  fields: (t) => ({
    spaceId: t.exposeID('sourceSpaceId', { description: 'Id of the space.' }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space; null when it does not exist for the viewer.',
      ...oneField(spaceSource, 'sourceSpaceId'),
    }),
    language: t.field({
      type: Language,
      description: 'The language that it is in.',
      ...showing('sourceLanguage'),
    }),
  }),
});

interface Result {
  spaceId: string;
  revisionId: string;
}

const TranslationResult = builder.objectRef<Result>('TranslationResult').implement({
  description: 'What came of a translation.',
  rest: { fields: 'space: spaceId revision: revisionId' },
  fields: (t) => ({
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space; null when it does not exist for the viewer.',
      ...oneField(spaceSource, 'spaceId'),
    }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the revision.' }),
    revision: t.field({
      type: Revision,
      nullable: true,
      description:
        'The revision that the latest completed run left; null when it does not exist for the viewer.',
      ...oneField(revisionSource, 'revisionId'),
    }),
  }),
});

const Permissions = builder.objectRef<TranslationPermissions>('TranslationPermissions').implement({
  description: 'What the viewer may do with a translation.',
  rest: { fields: 'view edit' },
  fields: (t) => ({
    view: t.exposeBoolean('view', { description: 'See it.' }),
    edit: t.exposeBoolean('edit', { description: 'Change, run and delete it.' }),
  }),
});

const TranslationUrls = builder.objectRef<Row<'Translation'>>('TranslationUrls').implement({
  description: 'Addresses of a translation.',
  fields: (t) => ({
    location: t.string({
      description: 'The translation on `/v1`.',
      resolve: ({ id, organizationId }, _args, { baseUrl }) =>
        urlOf(baseUrl, 'v1', 'orgs', organizationId, 'translations', id),
    }),
  }),
});

export const Translation = builder.prismaNode('Translation', {
  description: 'The content of a space in another language, in a space of its own.',
  id: { field: 'id', description: 'Identifier, `trn_…`.' },
  rest: {
    object: 'translation',
    fields: `
      id status source { ...TranslationOrigin } language instructions
      result { ...TranslationResult } problem { ...TranslationProblem } createdAt updatedAt
      stats { ...TranslationStats } permissions { ...TranslationPermissions } urls { location }`,
  },
  fields: (t) => ({
    organization: t.field({
      type: Organization,
      description: 'The organization that it is of.',
      ...ownerField,
    }),
    status: t.field({
      type: TranslationStatus,
      description: 'How far it is. After a run that failed, it is what it was before that.',
      ...showing('status'),
    }),
    source: t.field({
      type: TranslationOrigin,
      description: 'What is translated.',
      ...sameRow,
    }),
    language: t.field({
      type: Language,
      description: 'The language that it is translated into.',
      ...showing('language'),
    }),
    instructions: t.field({
      type: DocumentTree,
      description: 'How to translate, in words for a translator that reads such.',
      complexity: 10,
      resolve: ({ instructions }, _args, context) => documentFrom(context, instructions),
    }),
    result: t.field({
      type: TranslationResult,
      nullable: true,
      description: 'What came of it; null before a first run is done.',
      resolve: ({ resultSpaceId, resultRevisionId }) =>
        resultSpaceId === null || resultRevisionId === null
          ? null
          : { spaceId: resultSpaceId, revisionId: resultRevisionId },
    }),
    problem: t.field({
      type: TranslationProblem,
      nullable: true,
      description: 'Why it waits, or why its latest run failed; null when neither is so.',
      resolve: (translation, _args, { translator }) => problemOf(translation, translator !== null),
    }),
    latestRun: t.field({
      type: Job,
      nullable: true,
      description: 'The job of the latest run; null before the first, and when that is long over.',
      ...oneField(jobSource, 'jobId'),
    }),
    stats: t.field({
      type: TranslationStats,
      description: 'What its runs did.',
      ...sameRow,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it last changed, or a run of it ended.',
    }),
    permissions: t.field({
      type: Permissions,
      description: 'What the viewer may do with it.',
      resolve: (translation, _args, context) => translationPermissions(context, translation),
    }),
    urls: t.field({
      type: TranslationUrls,
      description: 'Addresses.',
      ...sameRow,
    }),
  }),
});
