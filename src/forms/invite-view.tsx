import type { VNode } from 'preact';
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

function HiddenKey({ preview, inviteId }: KeyProps): VNode {
  return (
    <>
      <input type="hidden" name="organization" value={preview.organizationId} />
      <input type="hidden" name="invite" value={inviteId} />
    </>
  );
}

function UserForm({ person, ...key }: KeyProps & { person: SignedIn }): VNode {
  return (
    <form class="form" method="post" action="/join/accept">
      <HiddenKey {...key} />
      <p>
        You are signed in as <strong>{person.displayName}</strong>. With another account, sign out
        first, and open the link again.
      </p>
      <div>
        <button class="button">Join</button>
      </div>
    </form>
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
  return (
    <form class="form" method="post" action="/join/accept">
      <HiddenKey {...key} />
      <input type="hidden" name="as" value="newcomer" />
      <label>
        Your name
        <input
          name="displayName"
          value={entered.name}
          maxLength={64}
          autocomplete="name"
          required
        />
        <span class="help">As others see it beside what you write.</span>
      </label>
      {email === null ? (
        <label>
          Your e-mail address
          <input
            name="email"
            type="email"
            value={entered.email}
            maxLength={254}
            autocomplete="email"
            required
          />
          <span class="help">
            {confirmsByMail
              ? 'We send a link there, which makes your account.'
              : 'Others do not see it, as nothing confirms it here.'}
          </span>
        </label>
      ) : (
        <p>Your account will have the address {email}.</p>
      )}
      <div>
        <button class="button">{confirmsByMail ? 'Send the link' : 'Join'}</button>
      </div>
    </form>
  );
}

function TokenForm(key: KeyProps): VNode {
  return (
    <form class="form" method="post" action="/join/accept">
      <HiddenKey {...key} />
      <label>
        Your API token
        <input
          name="token"
          type="password"
          autocomplete="current-password"
          maxLength={200}
          required
        />
      </label>
      <div>
        <button class="button secondary">Sign in and join</button>
      </div>
    </form>
  );
}
