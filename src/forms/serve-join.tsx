import type { FastifyReply } from 'fastify';
import { clientOf } from '../reader/reader-visit.tsx';
import {
  fieldOf,
  formTokenOf,
  leadOn,
  NewToken,
  secretsIn,
  sendFormPage,
  signedInOf,
  signIn,
  type FormPages,
  type FormVisit,
} from './form-visit.tsx';
import { LinkForm } from './fields.tsx';
import { InviteView, nameOfPlace, type Preview } from './invite-view.tsx';

const previewQuery = `query ($organizationId: ID, $inviteId: ID!) {
  invitePreview(organizationId: $organizationId, inviteId: $inviteId) {
    organizationId organizationTitle invitedBy role level spaceTitle collectionTitle
    email hasUser confirmsByMail requiresSSO url
  }
}`;

const joinMutation = `mutation ($input: JoinOrganizationWithInviteInput!) {
  joined: joinOrganizationWithInvite(input: $input) { organization { id } }
}`;

const acceptMutation = `mutation ($input: AcceptInvitationInput!) {
  joined: acceptInvitation(input: $input) { secret }
}`;

const signUpMutation = `mutation ($input: SignUpWithInviteInput!) {
  joined: signUpWithInvite(input: $input) { secret mailed reason }
}`;

/** Secret of an invite link or of a mail, as it is sent to the graph. */
interface InviteKey {
  organizationId?: string;
  inviteId: string;
}

interface Joined {
  joined: { secret?: string | null; mailed?: boolean; reason?: string | null };
}

/** Serves the page on which people accept invites, whose secrets stay out of addresses. */
export function serveJoin(pages: FormPages): void {
  pages.servePage('/join', (visit) => sendLinkForm(visit, null));
  pages.acceptForm('/join', sendInvite, sendLinkForm);
  pages.acceptForm('/join/accept', accept, sendLinkForm);
}

function sendLinkForm(visit: FormVisit, problem: string | null): FastifyReply {
  return sendFormPage(
    visit,
    { title: 'Join', status: problem === null ? 200 : 404 },
    <>
      <h1>Join</h1>
      <LinkForm
        action="/join"
        button="Continue"
        problem={problem}
        label="Invite link"
        help="The link that somebody sent you, or the one from your mail."
        script={visit.options.linkScript}
        isSent
      />
    </>,
  );
}

/** Reads an invite link; null if it is none. */
function keyIn(link: string): InviteKey | null {
  const values = secretsIn(link);
  const organizationId = values.get('organization');
  const inviteId = values.get('invitation') ?? values.get('invite');
  if (inviteId === null) return null;
  return { inviteId, ...(organizationId !== null && { organizationId }) };
}

async function previewOf(visit: FormVisit, key: InviteKey): Promise<Preview | null> {
  const answer = await clientOf(visit, undefined).ask<{ invitePreview: Preview | null }>(
    previewQuery,
    { ...key },
  );
  return answer.data?.invitePreview ?? null;
}

async function sendInvite(visit: FormVisit): Promise<FastifyReply> {
  const key = keyIn(fieldOf(visit, 'link'));
  return key ? sendPreview(visit, key, null) : sendLinkForm(visit, 'This is no invite link.');
}

const UNUSABLE = 'This invite is unknown, used, withdrawn or expired. Ask for a new one.';

async function sendPreview(
  visit: FormVisit,
  key: InviteKey,
  problem: string | null,
): Promise<FastifyReply> {
  const preview = await previewOf(visit, key);
  if (!preview) return sendLinkForm(visit, UNUSABLE);
  const person = await signedInOf(visit);
  return sendFormPage(
    visit,
    {
      title: `Join ${nameOfPlace(preview)}`,
      status: problem === null ? 200 : 409,
      account: person && { name: person.displayName },
    },
    <InviteView
      preview={preview}
      inviteId={key.inviteId}
      person={person}
      problem={problem}
      entered={{ name: fieldOf(visit, 'displayName'), email: fieldOf(visit, 'email') }}
    />,
  );
}

/** Accepts an invite: with a token, as who is signed in, or as a newcomer. */
async function accept(visit: FormVisit): Promise<FastifyReply> {
  const [organizationId, inviteId] = [fieldOf(visit, 'organization'), fieldOf(visit, 'invite')];
  const key = { organizationId, inviteId };
  const preview = await previewOf(visit, key);
  if (!preview) return sendLinkForm(visit, UNUSABLE);
  const entered = fieldOf(visit, 'token');
  const token = entered === '' ? formTokenOf(visit) : entered;
  const isNewcomer = fieldOf(visit, 'as') === 'newcomer';
  if (!isNewcomer) return joinAsUser(visit, { preview, key, token });
  const displayName = fieldOf(visit, 'displayName');
  const name = displayName === '' ? {} : { displayName };
  const email = fieldOf(visit, 'email');
  const [mutation, input] =
    preview.email === null
      ? [signUpMutation, { ...key, ...name, email }]
      : [acceptMutation, { ...name, secret: inviteId }];
  const { data, problem } = await clientOf(visit, undefined).ask<Joined>(mutation, { input });
  if (!data) return sendPreview(visit, key, problem);
  const { secret, mailed, reason } = data.joined;
  if (secret != null) return sendWelcome(visit, preview, secret);
  if (mailed) return sendMailed(visit, preview, email);
  return sendPreview(visit, key, reason ?? problem);
}

async function joinAsUser(
  visit: FormVisit,
  { preview, key, token }: { preview: Preview; key: InviteKey; token: string | undefined },
): Promise<FastifyReply> {
  if (token === undefined || (await signedInOf(visit, token)) === null) {
    return sendPreview(visit, key, 'This API token is unknown, expired or revoked.');
  }
  const { codes, problem } = await clientOf(visit, token).ask(joinMutation, { input: key });
  if (codes.length > 0) return sendPreview(visit, key, problem);
  signIn(visit, token);
  return leadOn(visit, visit.local(preview.url));
}

function sendWelcome(visit: FormVisit, preview: Preview, secret: string): FastifyReply {
  signIn(visit, secret);
  return sendFormPage(
    visit,
    { title: 'Welcome' },
    <>
      <h1>Welcome</h1>
      <p class="lead">
        You belong to {preview.organizationTitle} now, and this browser is signed in.
      </p>
      <NewToken secret={secret} />
      <p>
        <a class="button" href={visit.local(preview.url)}>
          Continue to {nameOfPlace(preview)}
        </a>
      </p>
    </>,
  );
}

function sendMailed(visit: FormVisit, preview: Preview, email: string): FastifyReply {
  return sendFormPage(
    visit,
    { title: 'Confirm your address' },
    <>
      <h1>Look for our mail</h1>
      <p class="lead">
        We sent a link to {email}. Open it within 24 hours to join {preview.organizationTitle}.
      </p>
      <p>Nothing there after some minutes? Look among the unwanted mails, or use the link again.</p>
    </>,
  );
}
