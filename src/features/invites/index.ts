import './accept-invitation-mutation.ts';
import './invitation.ts';
import './invitation-delivery.ts';
import './invitation-mutations.ts';
import './invite.ts';
import './invite-mutations.ts';
import './join-with-invite-mutation.ts';
import './organization-invites.ts';
