import type { VNode } from 'preact';
import { EmailField, Field, Form, TokenField } from './fields.tsx';
import { Problem, type SignedIn } from './form-visit.tsx';

/** Content of an invite, as the graph shows it. */
export interface Preview {
  organizationId: string;
  organizationTitle: string;
  invitedBy: string | null;
  role: string | null;
  level: string | null;
  spaceTitle: string | null;
  collectionTitle: string | null;
  email: string | null;
  hasUser: boolean | null;
  confirmsByMail: boolean;
  requiresSSO: boolean;
  url: string;
}

/** Returns the title of what an invite is to. */
export function nameOfPlace({ spaceTitle, collectionTitle, organizationTitle }: Preview): string {
  return spaceTitle ?? collectionTitle ?? organizationTitle;
}

/** Actions that a role or a level allows, in words. */
const actions: Readonly<Record<string, string>> = {
  READ: 'read',
  COMMENT: 'read and comment',
  EDIT: 'read, comment and edit',
  REVIEW: 'read, edit and review',
  CREATE: 'read, edit, review and create content',
  ADMIN: 'administer everything',
};

interface InviteViewProps {
  preview: Preview;
  /** The id of the link, or the secret of the mail. */
  inviteId: string;
  person: SignedIn | null;
  problem: string | null;
  /** Entries of the form that was refused. */
  entered: { name: string; email: string };
}

/** Shows who invites to what, with the ways to accept. */
export function InviteView(props: InviteViewProps): VNode {
  const { preview, person, problem } = props;
  const { invitedBy, organizationTitle, role, level } = preview;
  const place = nameOfPlace(preview);
  const access = actions[level ?? role ?? ''];
  return (
    <>
      <h1>Join {place}</h1>
      <p class="lead">
        {invitedBy ?? 'Somebody'} invites you to {place}
        {place === organizationTitle ? '' : ` of ${organizationTitle}`}.{' '}
        {access === undefined ? 'You see what is shared with you.' : `You can ${access} there.`}
      </p>
      <Problem text={problem} />
      {person ? <UserForm {...props} person={person} /> : <VisitorForms {...props} />}
    </>
  );
}

type KeyProps = Pick<InviteViewProps, 'preview' | 'inviteId'>;

/** Returns the values that name an invite in a form. */
function keyOf({ preview, inviteId }: KeyProps): Record<string, string> {
  return { organization: preview.organizationId, invite: inviteId };
}

function UserForm({ person, ...key }: KeyProps & { person: SignedIn }): VNode {
  return (
    <Form action="/join/accept" button="Join" hidden={keyOf(key)}>
      <p>
        You are signed in as <strong>{person.displayName}</strong>. With another account, sign out
        first, and open the link again.
      </p>
    </Form>
  );
}

function VisitorForms(props: InviteViewProps): VNode {
  const { preview } = props;
  if (preview.hasUser) {
    return (
      <>
        <p>There is an account with the address {preview.email}: sign in to accept.</p>
        <TokenForm {...props} />
      </>
    );
  }
  return (
    <>
      {preview.requiresSSO && preview.email === null && !preview.confirmsByMail ? (
        <p>
          This organization requires single sign-on: <a href="/sign-in">log in by it</a> instead.
        </p>
      ) : (
        <NewcomerForm {...props} />
      )}
      <details class="other">
        <summary>I have an account here already</summary>
        <TokenForm {...props} />
        <p>
          With single sign-on, <a href="/sign-in">sign in</a> first, and open the link again.
        </p>
      </details>
    </>
  );
}

function NewcomerForm({ entered, ...key }: InviteViewProps): VNode {
  const { email, confirmsByMail } = key.preview;
  const button = confirmsByMail ? 'Send the link' : 'Join';
  const help = confirmsByMail
    ? 'We send a link there, which makes your account.'
    : 'Others do not see it, as nothing confirms it here.';
  return (
    <Form action="/join/accept" button={button} hidden={{ ...keyOf(key), as: 'newcomer' }}>
      <Field
        label="Your name"
        help="As others see it beside what you write."
        name="displayName"
        value={entered.name}
        maxLength={64}
        autocomplete="name"
      />
      {email === null ? (
        <EmailField value={entered.email} help={help} />
      ) : (
        <p>Your account will have the address {email}.</p>
      )}
    </Form>
  );
}

function TokenForm(key: KeyProps): VNode {
  return (
    <Form action="/join/accept" button="Sign in and join" isSecondary hidden={keyOf(key)}>
      <TokenField label="Your API token" />
    </Form>
  );
}
