import type { FastifyReply } from 'fastify';
import type { VNode } from 'preact';
import { localPath, nextCookie, signOutCookie } from '../http/session-cookies.ts';
import { clientOf, queryOf } from '../reader/reader-visit.tsx';
import { EmailField, Field, Form, LinkForm, TokenField } from './fields.tsx';
import {
  fieldOf,
  leadOn,
  secretsIn,
  sendFormPage,
  signedInOf,
  signIn,
  type FormPages,
  type FormVisit,
} from './form-visit.tsx';

const loginsQuery = `query ($organization: String!) {
  ssoLogins(organization: $organization) { label startURL }
}`;

const requestMutation = `mutation ($input: RequestSignInLinkInput!) {
  requestSignInLink(input: $input) { email }
}`;

const linkMutation = `mutation ($input: SignInWithLinkInput!) {
  signed: signInWithLink(input: $input) { secret }
}`;

interface SsoLogin {
  label: string;
  startURL: string;
}

/** Serves the pages where people sign in: with an API token, by single sign-on, or by a mail. */
export function serveSignIn(pages: FormPages): void {
  pages.servePage('/sign-in', (visit) =>
    sendSignIn(visit, { next: localPath(queryOf(visit, 'next')) }),
  );
  pages.acceptForm('/sign-in', signInWithToken, refuse);
  pages.acceptForm('/sign-in/sso', beginLogin, refuse);
  pages.acceptForm('/sign-in/mail', mailLink, refuse);
  pages.servePage('/sign-in/link', (visit) => sendLinkForm(visit, null));
  pages.acceptForm('/sign-in/link', signInByLink, sendLinkForm);
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

/** Shows the logins of an organization, and leads on to the only one. */
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
  // It redirects to another host, as a target of the form, which its policy forbids.
  if (others.length === 0) visit.reply.header('refresh', `0; url=${visit.local(first.startURL)}`);
  return sendSignIn(visit, { next, organization, logins });
}

/** Mails a link to sign in. The page is the same for any address. */
async function mailLink(visit: FormVisit): Promise<FastifyReply> {
  const email = fieldOf(visit, 'email');
  const { problem } = await clientOf(visit, undefined).ask(requestMutation, { input: { email } });
  if (problem !== null) {
    return sendSignIn(visit, { next: nextIn(visit), email, mailProblem: problem });
  }
  return sendFormPage(
    visit,
    { title: 'Sign in' },
    <>
      <h1>Look for our mail</h1>
      <p class="lead">
        If there is an account with the address {email}, we sent a link there that signs you in.
      </p>
      <p>
        Nothing there after some minutes? Look among the unwanted mails. An address gets one mail a
        minute, and three a day. Who signed up without confirming the address gets none, and asks
        those who run this installation.
      </p>
    </>,
  );
}

function sendLinkForm(visit: FormVisit, problem: string | null): FastifyReply {
  return sendFormPage(
    visit,
    { title: 'Sign in', status: problem === null ? 200 : 401 },
    <>
      <h1>Sign in by a link</h1>
      <LinkForm
        action="/sign-in/link"
        button="Sign in"
        problem={problem}
        label="Link"
        help="The one from your mail."
        script={visit.options.linkScript}
      />
      <p>
        It works once. <a href="/sign-in">Ask for another one</a>.
      </p>
    </>,
  );
}

/** Signs in by a link, and redirects to the account, where people create tokens. */
async function signInByLink(visit: FormVisit): Promise<FastifyReply> {
  const secret = secretsIn(fieldOf(visit, 'link')).get('secret') ?? '';
  const { data, problem } = await clientOf(visit, undefined).ask<{ signed: { secret: string } }>(
    linkMutation,
    { input: { secret } },
  );
  if (!data) return sendLinkForm(visit, problem);
  signIn(visit, data.signed.secret);
  return leadOn(visit, '/account');
}

interface SignInProps {
  next: string;
  problem?: string;
  organization?: string;
  ssoProblem?: string;
  /** The logins of an organization that has several. */
  logins?: readonly SsoLogin[];
  email?: string;
  mailProblem?: string;
}

async function sendSignIn(visit: FormVisit, props: SignInProps): Promise<FastifyReply> {
  const { next, problem, ssoProblem, mailProblem } = props;
  const isRefused = [problem, ssoProblem, mailProblem].some((text) => text !== undefined);
  const { data } = await clientOf(visit, undefined).ask<{
    apiInformation: { mailsSignInLinks: boolean };
  }>('{ apiInformation { mailsSignInLinks } }', {});
  return sendFormPage(
    visit,
    { title: 'Sign in', status: isRefused ? 401 : 200 },
    <>
      <h1>Sign in</h1>
      <Form action="/sign-in" button="Sign in" hidden={{ next }} problem={problem}>
        <TokenField label="API token" help="It stays in a cookie of this browser for 30 days." />
      </Form>
      <SsoForm {...props} local={visit.local} />
      <LostToken {...props} isMailed={data?.apiInformation.mailsSignInLinks ?? false} />
      <section>
        <p>
          New here? Open the invite link or the mail that somebody sent you, or{' '}
          <a href="/join">paste it here</a>.
        </p>
      </section>
    </>,
  );
}

function LostToken({ email, mailProblem, isMailed }: SignInProps & { isMailed: boolean }): VNode {
  return (
    <section>
      <h2>No token at hand?</h2>
      {isMailed ? (
        <Form action="/sign-in/mail" button="Send me a link" isSecondary problem={mailProblem}>
          <EmailField value={email ?? ''} help="That of your account, which you have confirmed." />
        </Form>
      ) : (
        <p>
          Ask those who run this installation, which sends no mail. They create a token with{' '}
          <code>npx docgraph token --email</code>.
        </p>
      )}
    </section>
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
      <Form
        action="/sign-in/sso"
        button="Continue"
        isSecondary
        hidden={{ next }}
        problem={ssoProblem}
      >
        <Field
          label="Organization"
          help="Its hostname, such as acme, or its id."
          name="organization"
          value={organization}
          maxLength={100}
        />
      </Form>
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
