import { mutationField } from '../../builder/mutation-field.ts';
import { ownerField } from '../organizations/organization-of.ts';
import { Organization } from '../organizations/organization.ts';
import { joinWithInvite } from './join-with-invite.ts';

mutationField('joinOrganizationWithInvite', {
  description:
    'Makes the viewer a member of the organization, by an invite link or by an invitation to their e-mail address. A stronger role or level than it gives stays; joining again changes nothing.',
  rest: {
    rare: true,
    routes: { joinOrganizationWithInvite: 'POST /v1/orgs/{organizationId}/invites/{inviteId}' },
    status: 200,
  },
  inputDescription: 'Organization to join, and the invite link or invitation to use.',
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    inviteId: t.id({
      required: true,
      description:
        'Id of an invite link, or of an invitation to the viewer (`ivt_…`), or the secret of one from the mail.',
    }),
  }),
  resolve: (input, context) => joinWithInvite(context, input),
  payload: (t) => ({
    organization: t.field({
      type: Organization,
      description: 'The organization that the viewer is now a member of.',
      ...ownerField,
    }),
  }),
});
