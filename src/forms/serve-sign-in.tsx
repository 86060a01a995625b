import type { FastifyReply } from 'fastify';
import type { VNode } from 'preact';
import { localPath, nextCookie, signOutCookie } from '../http/session-cookies.ts';
import { clientOf, queryOf } from '../reader/reader-visit.tsx';
import {
  fieldOf,
  leadOn,
  Problem,
  sendFormPage,
  signedInOf,
  signIn,
  type FormPages,
  type FormVisit,
} from './form-visit.tsx';

const loginsQuery = `query ($organization: String!) {
  ssoLogins(organization: $organization) { label startURL }
}`;

interface SsoLogin {
  label: string;
  startURL: string;
}

/** Serves the page where people sign in, with an API token or by single sign-on. */
export function serveSignIn(pages: FormPages): void {
  pages.servePage('/sign-in', (visit) =>
    sendSignIn(visit, { next: localPath(queryOf(visit, 'next')) }),
  );
  pages.acceptForm('/sign-in', signInWithToken, refuse);
  pages.acceptForm('/sign-in/sso', beginLogin, refuse);
  pages.acceptForm(
    '/sign-out',
    (visit) => {
      visit.reply.header('set-cookie', signOutCookie(visit.options.baseUrl()));
      return leadOn(visit, '/sign-in');
    },
    refuse,
  );
}

const refuse = (visit: FormVisit, problem: string) =>
  sendSignIn(visit, { next: nextIn(visit), problem });

const nextIn = (visit: FormVisit) => localPath(visit.form.get('next'));

async function signInWithToken(visit: FormVisit): Promise<FastifyReply> {
  const token = fieldOf(visit, 'token');
  if ((await signedInOf(visit, token)) === null) {
    return refuse(visit, 'This API token is unknown, expired or revoked.');
  }
  signIn(visit, token);
  return leadOn(visit, nextIn(visit));
}

/** Leads to the login of an organization, or shows its logins if it has several. */
async function beginLogin(visit: FormVisit): Promise<FastifyReply> {
  const organization = fieldOf(visit, 'organization');
  const next = nextIn(visit);
  const answer = await clientOf(visit, undefined).ask<{ ssoLogins: SsoLogin[] }>(loginsQuery, {
    organization,
  });
  const logins = answer.data?.ssoLogins ?? [];
  const [first, ...others] = logins;
  if (!first) {
    const ssoProblem = `There is no single sign-on for "${organization}".`;
    return sendSignIn(visit, { next, organization, ssoProblem });
  }
  visit.reply.header('set-cookie', nextCookie(next, visit.options.baseUrl()));
  if (others.length > 0) return sendSignIn(visit, { next, organization, logins });
  return leadOn(visit, visit.local(first.startURL));
}

interface SignInProps {
  next: string;
  problem?: string;
  organization?: string;
  ssoProblem?: string;
  /** The logins of an organization that has several. */
  logins?: readonly SsoLogin[];
}

function sendSignIn(visit: FormVisit, props: SignInProps): FastifyReply {
  const isRefused = props.problem !== undefined || props.ssoProblem !== undefined;
  return sendFormPage(
    visit,
    { title: 'Sign in', status: isRefused ? 401 : 200 },
    <>
      <h1>Sign in</h1>
      <TokenForm {...props} />
      <SsoForm {...props} local={visit.local} />
      <section>
        <p>
          New here? Open the invite link or the mail that somebody sent you, or{' '}
          <a href="/join">paste it here</a>.
        </p>
      </section>
    </>,
  );
}

function TokenForm({ next, problem }: SignInProps): VNode {
  return (
    <form class="form" method="post" action="/sign-in">
      <Problem text={problem} />
      <label>
        API token
        <input
          name="token"
          type="password"
          autocomplete="current-password"
          maxLength={200}
          required
        />
        <span class="help">It stays in a cookie of this browser for 30 days.</span>
      </label>
      <input type="hidden" name="next" value={next} />
      <div>
        <button class="button">Sign in</button>
      </div>
    </form>
  );
}

function SsoForm({
  next,
  organization,
  ssoProblem,
  logins,
  local,
}: SignInProps & Pick<FormVisit, 'local'>): VNode {
  return (
    <section>
      <h2>Single sign-on</h2>
      <form class="form" method="post" action="/sign-in/sso">
        <Problem text={ssoProblem} />
        <label>
          Organization
          <input name="organization" value={organization} maxLength={100} required />
          <span class="help">Its hostname, such as acme, or its id.</span>
        </label>
        <input type="hidden" name="next" value={next} />
        <div>
          <button class="button secondary">Continue</button>
        </div>
      </form>
      {logins === undefined ? null : (
        <ul class="rows">
          {logins.map(({ label, startURL }) => (
            <li>
              <a href={local(startURL)}>Log in with {label}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
