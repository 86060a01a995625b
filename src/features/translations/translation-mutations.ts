import { inputIdField, mutationField, returnedField } from '../../builder/mutation-field.ts';
import { builder, type InputBuilder } from '../../builder.ts';
import { DocumentTreeScalar } from '../content/document-scalar.ts';
import { Language } from '../spaces/space-enums.ts';
import { createTranslation } from './create-translation.ts';
import { deleteTranslation } from './delete-translation.ts';
import { runTranslation } from './run-translation.ts';
import {
  INSTRUCTIONS_LENGTH_MAX,
  newTranslation,
  translationChanges,
  TRANSLATIONS_MAX,
} from './translation-limits.ts';
import { Translation } from './translation.ts';
import { updateTranslation } from './update-translation.ts';

const INSTRUCTIONS_DESCRIPTION =
  'Instructions for translators that support them, as a document: at most ' +
  `${INSTRUCTIONS_LENGTH_MAX} characters as markdown.`;
const NEEDS =
  'Needs the role `create` in the organization and the level `edit` on the source space.';

const keyFields = (t: InputBuilder) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
  translationId: t.id({ required: true, description: 'Id of the translation.' }),
});

const TranslationOriginInput = builder.inputType('TranslationOriginInput', {
  description: 'Source of the translation.',
  fields: (t) => ({
    space: t.id({ required: true, description: 'Id of a space of the organization.' }),
    language: t.field({
      type: Language,
      required: true,
      description: 'Language of the source.',
    }),
  }),
});

mutationField('createTranslation', {
  description:
    'Creates a translation of a space and starts its first run, which creates a sibling space with the same pages in the other language. Without a translator it stays `PENDING`, and ' +
    `\`problem\` says so. An organization has at most ${TRANSLATIONS_MAX}. ${NEEDS}`,
  rest: {
    routes: { createTranslation: 'POST /v1/orgs/{organizationId}/translations' },
    result: 'translation',
    status: 201,
  },
  inputDescription: 'Source and target language of the new translation.',
  inputSchema: newTranslation,
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    source: t.field({
      type: TranslationOriginInput,
      required: true,
      description: 'Source of the translation.',
    }),
    language: t.field({
      type: Language,
      required: true,
      description: 'The language to translate into.',
    }),
    instructions: t.field({ type: DocumentTreeScalar, description: INSTRUCTIONS_DESCRIPTION }),
  }),
  resolve: ({ organizationId, ...input }, context) =>
    createTranslation(context, organizationId, input),
  payload: (t) => ({ translation: returnedField(t, Translation, 'The new translation.') }),
});

mutationField('updateTranslation', {
  description:
    'Changes the instructions of a translation. The next run translates all texts again. ' + NEEDS,
  rest: {
    routes: { updateTranslation: 'PUT /v1/orgs/{organizationId}/translations/{translationId}' },
    result: 'translation',
  },
  inputDescription: 'Fields to change.',
  inputSchema: translationChanges,
  inputFields: (t) => ({
    ...keyFields(t),
    instructions: t.field({
      type: DocumentTreeScalar,
      required: true,
      description: INSTRUCTIONS_DESCRIPTION,
    }),
  }),
  resolve: ({ instructions, ...key }, context) => updateTranslation(context, key, { instructions }),
  payload: (t) => ({ translation: returnedField(t, Translation, 'The translation as it is now.') }),
});

mutationField('runTranslation', {
  description: `Starts a run, which translates what changed in the source since the last run. Edits of people in the result stay. Fails without a translator, and if the source was deleted or moved to another organization. ${NEEDS}`,
  rest: {
    routes: { runTranslation: 'POST /v1/orgs/{organizationId}/translations/{translationId}/run' },
  },
  inputDescription: 'Reference to the translation.',
  inputFields: keyFields,
  resolve: (input, context) => runTranslation(context, input),
  payload: (t) => ({
    translation: returnedField(t, Translation, 'The translation; `latestRun` is the job.'),
  }),
});

mutationField('deleteTranslation', {
  description: `Deletes a translation and ends its run. The translated space stays. Succeeds if it does not exist. ${NEEDS}`,
  rest: {
    routes: {
      deleteTranslation: 'DELETE /v1/orgs/{organizationId}/translations/{translationId}',
    },
  },
  inputDescription: 'Reference to the translation.',
  inputFields: keyFields,
  resolve: (input, context) => deleteTranslation(context, input),
  payload: (t) => ({
    deletedTranslationId: inputIdField(
      t,
      'translationId',
      'Id of the deleted translation, as given.',
    ),
  }),
});
