import { mutationField, returnedField } from '../../builder/mutation-field.ts';
import { builder } from '../../builder.ts';
import { Organization } from '../organizations/organization.ts';
import { GLOSSARY_ENTRIES_MAX, glossaryOperations } from './glossary-limits.ts';
import { GlossaryTerms } from './glossary-terms.ts';
import { updateGlossary } from './update-glossary.ts';

const TRANSLATIONS_DESCRIPTION =
  'The term by the codes of the languages, as in `{ "en": "space", "pt-br": "espaço" }`; each on ' +
  'one line of 1 to 255 characters. Blanks around it are dropped.';

const InsertGlossaryEntryInput = builder.inputType('InsertGlossaryEntryInput', {
  description: 'Inserts a new entry.',
  fields: (t) => ({
    translations: t.field({
      type: GlossaryTerms,
      required: true,
      description: TRANSLATIONS_DESCRIPTION,
    }),
  }),
});

const UpdateGlossaryEntryInput = builder.inputType('UpdateGlossaryEntryInput', {
  description: 'Replaces the terms of an entry.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the entry.' }),
    translations: t.field({
      type: GlossaryTerms,
      required: true,
      description: TRANSLATIONS_DESCRIPTION,
    }),
  }),
});

const DeleteGlossaryEntryInput = builder.inputType('DeleteGlossaryEntryInput', {
  description: 'Deletes an entry. Succeeds if it does not exist.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the entry.' }),
  }),
});

const GlossaryOperationInput = builder.inputType('GlossaryOperationInput', {
  description: 'One change of a glossary; exactly one field.',
  isOneOf: true,
  rest: { tag: 'type' },
  fields: (t) => ({
    insert: t.field({ type: InsertGlossaryEntryInput, description: 'Inserts a new entry.' }),
    update: t.field({ type: UpdateGlossaryEntryInput, description: 'Replaces the terms.' }),
    delete: t.field({ type: DeleteGlossaryEntryInput, description: 'Deletes an entry.' }),
  }),
});

mutationField('updateGlossaryEntries', {
  description: `Changes the terms that translations use: all changes are made, or none. A glossary has at most ${GLOSSARY_ENTRIES_MAX} entries. The next run of each translation translates again the texts that contain one of its terms. Needs the role \`create\`.`,
  rest: {
    routes: { updateGlossaryEntries: 'PUT /v1/orgs/{organizationId}/translations-glossary' },
  },
  inputDescription: 'Changes of the glossary.',
  inputSchema: glossaryOperations,
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    operations: t.field({
      type: [GlossaryOperationInput],
      required: true,
      description: 'The changes, in order.',
    }),
  }),
  resolve: ({ organizationId, operations }, context) =>
    updateGlossary(context, organizationId, operations),
  payload: (t) => ({
    organization: returnedField(
      t,
      Organization,
      'The organization, with its glossary as it is now.',
    ),
  }),
});
