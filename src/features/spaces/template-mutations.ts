import { mutationField } from '../../builder/mutation-field.ts';
import {
  TEMPLATE_ID_DESCRIPTION,
  TemplateParamsInput,
  templateApplication,
} from '../content/templates/template-params.ts';
import { applyTemplate } from './apply-template.ts';
import { findSpace } from './space-access.ts';
import { Space } from './space.ts';

mutationField('applyTemplateToSpace', {
  description:
    'Adds the content of a template to the primary content of a space, after the existing pages. Existing variables keep their values. Needs the level `edit` on the ' +
    'space, which must be `LIVE`.',
  rest: {
    routes: { applyTemplateToSpace: 'POST /v1/spaces/{spaceId}/content/template' },
    status: 201,
  },
  inputDescription: 'Template to apply, its parameters and the target space.',
  inputSchema: templateApplication,
  inputFields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space.' }),
    id: t.id({
      required: true,
      description: TEMPLATE_ID_DESCRIPTION,
    }),
    params: t.field({ type: TemplateParamsInput, description: 'Parameters of the template.' }),
  }),
  resolve: ({ spaceId, ...application }, context) => applyTemplate(context, spaceId, application),
  payload: (t) => ({
    space: t.field({
      type: Space,
      description: 'The space with its new content.',
      resolve: ({ spaceId }, _args, context) => findSpace(context, spaceId),
    }),
  }),
});
