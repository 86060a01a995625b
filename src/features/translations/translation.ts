import { enumType, permissionsType } from '../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../builder.ts';
import { DocumentTreeScalar } from '../content/document-scalar.ts';
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
import { addressField, oneField, sameRow, showing } from '../../pagination/declared-fields.ts';

registerNode(translationSource);

const TranslationStatus = enumType('TranslationStatus', 'Status of a translation.', {
  pending: 'Waiting for a run; `problem` contains the reason.',
  running: 'A run is in progress.',
  completed: 'Translated; there is a result.',
});

const TranslationOrigin = builder.objectRef<Row<'Translation'>>('TranslationOrigin').implement({
  description: 'Source of the translation.',
  rest: { fields: 'space: spaceId language' },
  fields: (t) => ({
    spaceId: t.exposeID('sourceSpaceId', { description: 'Id of the space.' }),
    space: t.field({
      type: Space,
      description: 'The space; null when it does not exist for the viewer.',
      ...oneField(spaceSource, 'sourceSpaceId'),
    }),
    language: t.field({
      type: Language,
      description: 'Language of the source.',
      ...showing('sourceLanguage'),
    }),
  }),
});

interface Result {
  spaceId: string;
  revisionId: string;
}

const TranslationResult = builder.objectRef<Result>('TranslationResult').implement({
  description: 'Result of a translation.',
  rest: { fields: 'space: spaceId revision: revisionId' },
  fields: (t) => ({
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    space: t.field({
      type: Space,
      description: 'The space; null when it does not exist for the viewer.',
      ...oneField(spaceSource, 'spaceId'),
    }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the revision.' }),
    revision: t.field({
      type: Revision,
      description:
        'The revision that the latest completed run left; null when it does not exist for the viewer.',
      ...oneField(revisionSource, 'revisionId'),
    }),
  }),
});

const Permissions = permissionsType<keyof TranslationPermissions>(
  'TranslationPermissions',
  'Permissions of the viewer on a translation.',
  {
    view: 'May see it.',
    edit: 'May change, run and delete it.',
  },
);

const TranslationUrls = builder.objectRef<Row<'Translation'>>('TranslationUrls').implement({
  description: 'URLs of a translation.',
  fields: (t) => ({
    location: t.string({
      description: 'The translation on `/v1`.',
      ...addressField('v1', 'orgs', { field: 'organizationId' }, 'translations', { field: 'id' }),
    }),
  }),
});

export const Translation = builder.prismaNode('Translation', {
  description: 'The content of a space in another language, in a space of its own.',
  id: { field: 'id', description: 'Identifier, `trn_…`.' },
  rest: {
    object: 'translation',
    rare: true,
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
      description: 'Status. A failed run does not change it.',
      ...showing('status'),
    }),
    source: t.field({
      type: TranslationOrigin,
      description: 'Source of the translation.',
      ...sameRow,
    }),
    language: t.field({
      type: Language,
      description: 'The language that it is translated into.',
      ...showing('language'),
    }),
    instructions: t.field({
      type: DocumentTreeScalar,
      description: 'Instructions for translators that support them.',
      complexity: 10,
      resolve: ({ instructions }, _args, context) => documentFrom(context, instructions),
    }),
    result: t.field({
      type: TranslationResult,
      nullable: true,
      description: 'Result; null until the first run has finished.',
      resolve: ({ resultSpaceId, resultRevisionId }) =>
        resultSpaceId === null || resultRevisionId === null
          ? null
          : { spaceId: resultSpaceId, revisionId: resultRevisionId },
    }),
    problem: t.field({
      type: TranslationProblem,
      nullable: true,
      description:
        'Reason why the translation is waiting or why its latest run failed; null otherwise.',
      resolve: (translation, _args, { translator }) => problemOf(translation, translator !== null),
    }),
    latestRun: t.field({
      type: Job,
      description:
        'The job of the latest run; null before the first run, and 30 days after the end of the latest.',
      ...oneField(jobSource, 'jobId'),
    }),
    stats: t.field({
      type: TranslationStats,
      description: 'Statistics of the runs.',
      ...sameRow,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was last changed, or its last run ended.',
    }),
    permissions: t.field({
      type: Permissions,
      description: 'Permissions of the viewer.',
      resolve: (translation, _args, context) => translationPermissions(context, translation),
    }),
    urls: t.field({
      type: TranslationUrls,
      description: 'URLs of the translation.',
      ...sameRow,
    }),
  }),
});
