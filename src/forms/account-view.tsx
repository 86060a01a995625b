import type { VNode } from 'preact';
import { dayOf } from '../reader/page-view.tsx';
import { Field, Form } from './fields.tsx';
import { NewToken, Problem, type SignedIn } from './form-visit.tsx';

interface PendingInvitation {
  id: string;
  organizationId: string;
  organizationTitle: string;
  role: string | null;
  invitedBy: { displayName: string } | null;
}

interface ListedToken {
  id: string;
  label: string;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

/** A person's account, as the graph returns it. */
export interface AccountAnswer {
  viewer: SignedIn & {
    invitations: { nodes: PendingInvitation[] };
    apiTokens: { nodes: ListedToken[] };
  };
  organizations: { nodes: { title: string; urls: { app: string } }[] };
}

interface AccountViewProps {
  account: AccountAnswer;
  problem: string | null | undefined;
  /** Secret of a token that was just created. */
  secret: string | undefined;
  local: (url: string) => string;
}

/** Shows the invitations, the organizations and the API tokens of a person. */
export function AccountView({ account, problem, secret, local }: AccountViewProps): VNode {
  const { viewer, organizations } = account;
  return (
    <>
      <h1>{viewer.displayName}</h1>
      <p class="lead">{viewer.email}</p>
      <Problem text={problem} />
      {secret === undefined ? null : <NewToken secret={secret} />}
      {viewer.invitations.nodes.length === 0 ? null : (
        <section>
          <h2>Invitations</h2>
          <ul class="rows">{viewer.invitations.nodes.map(InvitationRow)}</ul>
        </section>
      )}
      <section>
        <h2>Organizations</h2>
        {organizations.nodes.length === 0 ? <p>You belong to none yet.</p> : null}
        <ul class="rows">
          {organizations.nodes.map(({ title, urls }) => (
            <li>
              <a href={local(urls.app)}>{title}</a>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>API tokens</h2>
        <p>Whoever has one of these acts as you. Revoke those that you no longer use.</p>
        <ul class="rows">{viewer.apiTokens.nodes.map(TokenRow)}</ul>
        <NewTokenForm />
      </section>
    </>
  );
}

function InvitationRow(invitation: PendingInvitation): VNode {
  const { id, organizationId, organizationTitle, role, invitedBy } = invitation;
  return (
    <li>
      <div>
        <strong>{organizationTitle}</strong>
        <p>
          {invitedBy?.displayName ?? 'Somebody'} invites you as{' '}
          {role === null ? 'a guest' : `a member with the role ${role.toLowerCase()}`}.
        </p>
      </div>
      <form class="actions" method="post" action="/account/invitations">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="organization" value={organizationId} />
        <button class="button" name="answer" value="accept">
          Accept
        </button>
        <button class="button secondary" name="answer" value="decline">
          Decline
        </button>
      </form>
    </li>
  );
}

function TokenRow({ id, label, createdAt, lastUsedAt, expiresAt }: ListedToken): VNode {
  return (
    <li>
      <div>
        <strong>{label}</strong>
        <p>
          Created {dayOf(createdAt)}.{' '}
          {lastUsedAt === null ? 'Never used.' : `Last used ${dayOf(lastUsedAt)}.`}{' '}
          {expiresAt === null ? 'Never expires.' : `Expires ${dayOf(expiresAt)}.`}
        </p>
      </div>
      <form class="actions" method="post" action="/account/tokens/revoke">
        <input type="hidden" name="id" value={id} />
        <button class="quiet" aria-label={`Revoke ${label}`}>
          Revoke
        </button>
      </form>
    </li>
  );
}

/** Lifetimes of new tokens, in days, with their names. */
const lifetimes = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
  ['', 'No end'],
] as const;

function NewTokenForm(): VNode {
  return (
    <Form action="/account/tokens" button="Create token">
      <Field label="Purpose of a new token" name="label" maxLength={100} autocomplete="off" />
      <label>
        Works for
        <select name="days">
          {lifetimes.map(([days, name]) => (
            <option value={days}>{name}</option>
          ))}
        </select>
      </label>
    </Form>
  );
}
