import {
  inputIdField,
  mutationField,
  returnedField,
  writtenField,
} from '../../builder/mutation-field.ts';
import { EMOJI_DEFAULT } from '../../lib/emoji.ts';
import { builder } from '../../builder.ts';
import { DefaultLevel } from '../collections/default-level.ts';
import { createSpace, newSpaceWithContent } from './create-space.ts';
import {
  TEMPLATE_ID_DESCRIPTION,
  TemplateParamsInput,
} from '../content/templates/template-params.ts';
import { deleteSpace } from './delete-space.ts';
import { restoreSpace } from './restore-space.ts';
import { Language, SpaceEditMode } from './space-enums.ts';
import { Space } from './space.ts';
import { spaceChanges, updateSpace } from './update-space.ts';
import { spaceSource } from './space-source.ts';

const TemplateInput = builder.inputType('TemplateInput', {
  description: 'A template with its parameters.',
  fields: (t) => ({
    id: t.id({ required: true, description: TEMPLATE_ID_DESCRIPTION }),
    params: t.field({ type: TemplateParamsInput, description: 'Parameters of the template.' }),
  }),
});

mutationField('createSpace', {
  description:
    'Creates a space, empty or with the content of a template. Needs the role `create` in the organization, or that level on the ' +
    'parent collection.',
  rest: {
    routes: { createSpace: 'POST /v1/orgs/{organizationId}/spaces' },
    result: 'space',
    status: 201,
    location: true,
  },
  inputDescription: 'Location and settings of the new space.',
  inputSchema: newSpaceWithContent,
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    title: t.string({ description: 'Title; "Untitled" when absent.' }),
    emoji: t.string({ description: `Emoji shown in the app; ${EMOJI_DEFAULT} when absent.` }),
    parent: t.id({
      description: 'Id of the parent collection, in the organization; the top level if absent.',
    }),
    language: t.field({
      type: Language,
      description: 'Language of the content; null where it is unknown.',
    }),
    editMode: t.field({
      type: SpaceEditMode,
      description: 'Edit mode of the primary content; live by default.',
    }),
    template: t.field({
      type: TemplateInput,
      description: 'Template of the initial content; none by default.',
    }),
  }),
  resolve: ({ organizationId, ...input }, context) => createSpace(context, organizationId, input),
  payload: (t) => ({ space: returnedField(t, Space, 'The new space.') }),
});

mutationField('updateSpace', {
  description: 'Changes the settings of a space. Needs the level `admin` on it.',
  rest: { routes: { updateSpaceById: 'PATCH /v1/spaces/{spaceId}' }, result: 'space' },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: spaceChanges,
  inputFields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space.' }),
    editMode: t.field({
      type: SpaceEditMode,
      description: 'Edit mode of the primary content.',
    }),
    title: t.string({ description: 'Title.' }),
    defaultLevel: t.field({
      type: DefaultLevel,
      description: 'Level of members without a grant; null gives them no access.',
    }),
    language: t.field({ type: Language, description: 'Language of the content.' }),
    emoji: t.string({
      description: `Emoji shown in the app; null brings back ${EMOJI_DEFAULT}.`,
    }),
    icon: t.string({
      description: 'Address of a picture shown in place of the emoji; null removes it.',
    }),
  }),
  resolve: ({ spaceId, ...changes }, context) => updateSpace(context, spaceId, changes),
  payload: (t) => ({
    space: writtenField(t, Space, 'The space as it is now.', spaceSource, 'everybody'),
  }),
});

mutationField('deleteSpace', {
  description:
    'Deletes a space; it can be restored for 7 days. Succeeds if it does not exist for the viewer. Needs the level `admin` on it.',
  rest: { routes: { deleteSpaceById: 'DELETE /v1/spaces/{spaceId}' } },
  inputDescription: 'Space to delete.',
  inputFields: (t) => ({ spaceId: t.id({ required: true, description: 'Id of the space.' }) }),
  resolve: ({ spaceId }, context) => deleteSpace(context, spaceId),
  payload: (t) => ({
    deletedSpaceId: inputIdField(t, 'spaceId', 'Id of the deleted space, as given.'),
  }),
});

mutationField('restoreSpace', {
  description: 'Restores a deleted space, within 7 days. Needs the level `admin` on it.',
  rest: { routes: { restoreSpace: 'POST /v1/spaces/{spaceId}/restore' }, result: 'space' },
  inputDescription: 'Space to restore.',
  inputFields: (t) => ({ spaceId: t.id({ required: true, description: 'Id of the space.' }) }),
  resolve: ({ spaceId }, context) => restoreSpace(context, spaceId),
  payload: (t) => ({
    space: returnedField(t, Space, 'The space, as it was before it was deleted.'),
  }),
});
