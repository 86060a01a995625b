import { builder } from '../../builder.ts';
import type { Delivery } from './deliver-invitations.ts';
import { Invitation } from './invitation.ts';

export const InvitationDelivery = builder.objectRef<Delivery>('InvitationDelivery').implement({
  description: 'Delivery of an invitation.',
  rest: { fields: 'invitation { ...Invitation } mailed reason url' },
  fields: (t) => ({
    invitation: t.expose('invitation', {
      type: Invitation,
      description: 'The pending invitation.',
    }),
    mailed: t.exposeBoolean('mailed', {
      description: 'Whether the mail server accepted the mail with the link.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why the invitation was not delivered; null if it was mailed or if the link is shown.',
    }),
    url: t.exposeString('url', {
      nullable: true,
      description:
        'The link, to pass on to the person and to nobody else: whoever has it joins as them. It is shown only once, where docgraph has no mail server, to the admin of the installation; else only the mail has it.',
    }),
  }),
});
