import { builder, type InputBuilder } from '../../builder.ts';
import { validated } from '../../lib/validated.ts';
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

builder.relayMutationField(
  'createTranslation',
  {
    description: 'Source and target language of the new translation.',
    validate: newTranslation.loose(),
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
  },
  {
    description:
      'Creates a translation of a space and starts its first run, which makes a space beside it ' +
      'with the same pages in the other language. Without a translator it stays `PENDING`, and ' +
      `\`problem\` says so. An organization has at most ${TRANSLATIONS_MAX}. ${NEEDS}`,
    rest: {
      routes: { createTranslation: 'POST /v1/orgs/{organizationId}/translations' },
      result: 'translation',
      status: 201,
    },
    resolve: (_root, { input }, context) =>
      createTranslation(context, input.organizationId, validated(newTranslation, input)),
  },
  {
    description: 'Payload of `createTranslation`.',
    outputFields: (t) => ({
      translation: t.field({
        type: Translation,
        description: 'The new translation.',
        resolve: (translation) => translation,
      }),
    }),
  },
);

builder.relayMutationField(
  'updateTranslation',
  {
    description: 'Fields to change.',
    validate: translationChanges.loose(),
    inputFields: (t) => ({
      ...keyFields(t),
      instructions: t.field({
        type: DocumentTreeScalar,
        required: true,
        description: INSTRUCTIONS_DESCRIPTION,
      }),
    }),
  },
  {
    description:
      'Changes the instructions of a translation; the next run translates all texts by them. ' +
      NEEDS,
    rest: {
      routes: { updateTranslation: 'PUT /v1/orgs/{organizationId}/translations/{translationId}' },
      result: 'translation',
    },
    resolve: (_root, { input }, context) =>
      updateTranslation(context, input, validated(translationChanges, input)),
  },
  {
    description: 'Payload of `updateTranslation`.',
    outputFields: (t) => ({
      translation: t.field({
        type: Translation,
        description: 'The translation as it is now.',
        resolve: (translation) => translation,
      }),
    }),
  },
);

builder.relayMutationField(
  'runTranslation',
  { description: 'Reference to the translation.', inputFields: keyFields },
  {
    description:
      'Starts a run, which translates what changed in the source since the last one. What people ' +
      'edited in the result stays. Fails where there is no translator, and without the source: ' +
      `deleted, or in another organization. ${NEEDS}`,
    rest: {
      routes: { runTranslation: 'POST /v1/orgs/{organizationId}/translations/{translationId}/run' },
    },
    resolve: (_root, { input }, context) => runTranslation(context, input),
  },
  {
    description: 'Payload of `runTranslation`.',
    outputFields: (t) => ({
      translation: t.field({
        type: Translation,
        description: 'The translation; `latestRun` is the job.',
        resolve: (translation) => translation,
      }),
    }),
  },
);

builder.relayMutationField(
  'deleteTranslation',
  { description: 'Reference to the translation.', inputFields: keyFields },
  {
    description:
      'Deletes a translation, and ends its run. The space that it made stays. Succeeds when there ' +
      `is none. ${NEEDS}`,
    rest: {
      routes: {
        deleteTranslation: 'DELETE /v1/orgs/{organizationId}/translations/{translationId}',
      },
    },
    resolve: async (_root, { input }, context) => {
      await deleteTranslation(context, input);
      return input.translationId;
    },
  },
  {
    description: 'Payload of `deleteTranslation`.',
    outputFields: (t) => ({
      deletedTranslationId: t.id({
        description: 'Id of the deleted translation, as given.',
        resolve: (id) => id,
      }),
    }),
  },
);
