import type { FastifyReply } from 'fastify';
import { clientOf } from '../reader/reader-visit.tsx';
import { AccountView, type AccountAnswer } from './account-view.tsx';
import {
  fieldOf,
  formTokenOf,
  leadOn,
  sendFormPage,
  type FormPages,
  type FormVisit,
} from './form-visit.tsx';

const PATH = '/account';
const DAY_MS = 24 * 60 * 60 * 1000;

const accountQuery = `{
  viewer {
    displayName
    email
    invitations(first: 50) {
      nodes { id organizationId organizationTitle role invitedBy { displayName } }
    }
    apiTokens(first: 100) { nodes { id label createdAt lastUsedAt expiresAt } }
  }
  organizations(first: 100) { nodes { title urls { app } } }
}`;

const createMutation = `mutation ($input: CreateApiTokenInput!) {
  createApiToken(input: $input) { secret }
}`;

const revokeMutation = `mutation ($input: RevokeApiTokenInput!) {
  revokeApiToken(input: $input) { revokedApiTokenId }
}`;

const joinMutation = `mutation ($input: JoinOrganizationWithInviteInput!) {
  joined: joinOrganizationWithInvite(input: $input) { organization { urls { app } } }
}`;

const declineMutation = `mutation ($input: DeclineInvitationInput!) {
  declineInvitation(input: $input) { declinedInvitationId }
}`;

/** Serves the page with the invitations, the organizations and the API tokens of a person. */
export function serveAccount(pages: FormPages): void {
  pages.servePage(PATH, (visit) => sendAccount(visit, {}));
  pages.acceptForm(`${PATH}/tokens`, createToken, refuse);
  pages.acceptForm(
    `${PATH}/tokens/revoke`,
    (visit) => write(visit, revokeMutation, { id: fieldOf(visit, 'id') }),
    refuse,
  );
  pages.acceptForm(`${PATH}/invitations`, answerInvitation, refuse);
}

const refuse = (visit: FormVisit, problem: string) => sendAccount(visit, { problem });

async function sendAccount(
  visit: FormVisit,
  { problem, secret }: { problem?: string | null; secret?: string },
): Promise<FastifyReply> {
  const token = formTokenOf(visit);
  const answer = token && (await clientOf(visit, token).ask<AccountAnswer>(accountQuery, {}));
  if (!answer || !answer.data) return leadOn(visit, `/sign-in?next=${PATH}`);
  const { viewer } = answer.data;
  return sendFormPage(
    visit,
    {
      title: 'Your account',
      account: { name: viewer.displayName },
      status: problem == null ? 200 : 409,
    },
    <AccountView account={answer.data} problem={problem} secret={secret} local={visit.local} />,
  );
}

/** Runs a mutation, and shows the account again. */
async function write(
  visit: FormVisit,
  mutation: string,
  input: Record<string, string>,
): Promise<FastifyReply> {
  const { problem } = await clientOf(visit, formTokenOf(visit)).ask(mutation, { input });
  return problem === null ? leadOn(visit, PATH) : sendAccount(visit, { problem });
}

async function createToken(visit: FormVisit): Promise<FastifyReply> {
  const days = Number(fieldOf(visit, 'days'));
  const expiresAt = days >= 1 ? new Date(Date.now() + Math.min(days, 3650) * DAY_MS) : null;
  const { data, problem } = await clientOf(visit, formTokenOf(visit)).ask<{
    createApiToken: { secret: string };
  }>(createMutation, { input: { label: fieldOf(visit, 'label'), expiresAt } });
  const { secret } = data?.createApiToken ?? {};
  return sendAccount(visit, secret === undefined ? { problem } : { secret });
}

async function answerInvitation(visit: FormVisit): Promise<FastifyReply> {
  const [organizationId, id] = [fieldOf(visit, 'organization'), fieldOf(visit, 'id')];
  if (fieldOf(visit, 'answer') !== 'accept') {
    return write(visit, declineMutation, { invitationId: id });
  }
  const { data, problem } = await clientOf(visit, formTokenOf(visit)).ask<{
    joined: { organization: { urls: { app: string } } };
  }>(joinMutation, { input: { organizationId, inviteId: id } });
  if (!data) return sendAccount(visit, { problem });
  return leadOn(visit, visit.local(data.joined.organization.urls.app));
}
