import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { renderPage } from './frame.tsx';
import { createGraphClient } from './graph-client.ts';
import { signInCookie, signOutCookie } from './reader-session.ts';
import { sendReaderPage } from './send-reader-page.ts';
import type { ReaderOptions } from './reader-visit.tsx';
import { bareFrame } from './site-frame.ts';

/** Largest form, in bytes. */
const FORM_SIZE_MAX = 8192;

/** Serves the page where people sign in with an API token, which a cookie keeps. */
export function serveSignIn(app: FastifyInstance, options: ReaderOptions): void {
  void app.register(async (scope) => {
    const parser = { parseAs: 'string', bodyLimit: FORM_SIZE_MAX } as const;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      parser,
      (_request, text: string, done) => done(null, new URLSearchParams(text)),
    );
    scope.get('/sign-in', (request, reply) => {
      const { next } = request.query as { next?: unknown };
      return sendForm(options, request, reply, { next: localPath(next) });
    });
    scope.post('/sign-in', (request, reply) => signIn(app, options, request, reply));
    scope.post('/sign-out', (request, reply) =>
      isOwnForm(request)
        ? leave(reply, signOutCookie(options.baseUrl()), '/sign-in')
        : sendForm(options, request, reply, { next: '/', problem: foreign }),
    );
  });
}

const foreign = 'This form was sent from another site. Send it again from here.';

/** Returns a path of this host; `/` for any other address. */
function localPath(next: unknown): string {
  const isLocal = typeof next === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(next);
  return isLocal ? next : '/';
}

/** Returns whether a form was sent by a page of this host: another one must not sign people in. */
function isOwnForm({ headers }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': from } = headers;
  if (from !== undefined) return from === 'same-origin' || from === 'none';
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === headers.host);
}

async function signIn(
  app: FastifyInstance,
  options: ReaderOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const token = (form.get('token') ?? '').trim();
  const next = localPath(form.get('next'));
  if (!isOwnForm(request)) return sendForm(options, request, reply, { next, problem: foreign });
  const isToken = /^[\x21-\x3a\x3c-\x7e]{1,200}$/.test(token) && !token.includes(',');
  const client = createGraphClient(app, { token, requestId: request.id });
  const { codes } = isToken
    ? await client.ask('{ viewer { id } }', {})
    : { codes: ['UNAUTHENTICATED'] };
  if (codes.length > 0) {
    const problem = 'This API token is unknown, expired or revoked.';
    return sendForm(options, request, reply, { next, problem });
  }
  return leave(reply, signInCookie(token, options.baseUrl()), next);
}

function leave(reply: FastifyReply, cookie: string, path: string): FastifyReply {
  return reply.header('set-cookie', cookie).header('cache-control', 'no-store').redirect(path, 303);
}

function sendForm(
  { assets }: ReaderOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { next, problem }: { next: string; problem?: string },
): FastifyReply {
  const view = <SignInView next={next} problem={problem} />;
  const html = renderPage({ ...bareFrame, title: 'Sign in' }, assets, view);
  return sendReaderPage(request, reply, html, {
    status: problem === undefined ? 200 : 401,
    isPublic: false,
  });
}

function SignInView({ next, problem }: { next: string; problem: string | undefined }): VNode {
  return (
    <main id="content" tabIndex={-1}>
      <h1>Sign in</h1>
      <p class="lead">With your API token. It stays in a cookie of this browser for 30 days.</p>
      <form class="sign-in" method="post" action="/sign-in">
        <label>
          API token
          <input
            name="token"
            type="password"
            autocomplete="current-password"
            maxLength={200}
            required
            aria-describedby={problem === undefined ? undefined : 'problem'}
          />
        </label>
        <input type="hidden" name="next" value={next} />
        {problem === undefined ? null : (
          <p class="problem" id="problem" role="alert">
            {problem}
          </p>
        )}
        <div>
          <button class="button">Sign in</button>
        </div>
      </form>
    </main>
  );
}
