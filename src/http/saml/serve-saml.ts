import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Addresses } from '../../addresses.ts';
import type { Database } from '../../database/database.ts';
import { SamlError } from '../../external/saml/saml-error.ts';
import { serviceMetadata } from '../../external/saml/saml-service.ts';
import { acceptResponse } from '../../features/sso/login/accept-response.ts';
import { beginLogin } from '../../features/sso/login/begin-login.ts';
import { finishLogin } from '../../features/sso/login/finish-login.ts';
import type { LoginContext } from '../../features/sso/login/login-context.ts';
import { LoginError } from '../../features/sso/login/login-error.ts';
import { LOGIN_TIME_MS } from '../../features/sso/login/login-request.ts';
import { samlProviderExists } from '../../features/sso/login/saml-provider-exists.ts';
import { sendError } from '../send-error.ts';
import type { LoginPages } from '../pages/login-page.ts';
import { cookieName, cookieOf, setCookie } from '../cookies.ts';
import { nextCookie, nextOf, signInCookie } from '../session-cookies.ts';

/** Bytes of the body of a response: a signed assertion with hundreds of attributes. */
const RESPONSE_SIZE_MAX = 256 * 1024;
/** Keeps the secret that binds logins to their browser. */
const COOKIE = 'docgraph_login';

export interface SamlOptions {
  db: Database;
  addresses: () => Addresses;
  pages: LoginPages;
}

type OfProvider = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/**
 * Serves the addresses of SAML providers (`Addresses.service`): where a login begins, where the
 * identity provider sends its response, where the browser fetches its token, and the metadata.
 */
export function serveSaml(app: FastifyInstance, options: SamlOptions): void {
  void app.register(async (scope) => {
    const parserOptions = { parseAs: 'string', bodyLimit: RESPONSE_SIZE_MAX } as const;
    scope.removeAllContentTypeParsers();
    // What is no form has none of its fields.
    scope.addContentTypeParser('*', parserOptions, (_request, _text, done) => done(null));
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      parserOptions,
      (_request, text: string, done) => done(null, new URLSearchParams(text)),
    );
    scope.setErrorHandler((error, request, reply) => answerProblem(options, error, request, reply));
    // What is fetched once is fetched by a GET, not by asking for its headers.
    const once = { exposeHeadRoute: false };
    scope.get('/saml/:id/login', once, (request: OfProvider, reply) =>
      begin(options, request, reply),
    );
    scope.post('/saml/:id/acs', (request: OfProvider, reply) => accept(options, request, reply));
    scope.get('/saml/:id/acs', (request: OfProvider, reply) =>
      refuseVisit(options, request, reply),
    );
    scope.get('/saml/:id/finish', once, (request: OfProvider, reply) =>
      finish(options, request, reply),
    );
    scope.get('/saml/:id/metadata', (request: OfProvider, reply) =>
      sendMetadata(options, request, reply),
    );
  });
}

function contextOf({ db, addresses }: SamlOptions): LoginContext {
  return { db, addresses: addresses(), now: new Date() };
}

async function begin(options: SamlOptions, request: OfProvider, reply: FastifyReply) {
  const { baseUrl } = options.addresses();
  const kept = secretOf(request, baseUrl);
  const { id } = request.params;
  const { address, browserSecret } = await beginLogin(contextOf(options), id, kept);
  const maxAgeSeconds = LOGIN_TIME_MS / 1000;
  const cookie = setCookie(COOKIE, browserSecret, { baseUrl, maxAgeSeconds });
  return reply
    .header('set-cookie', cookie)
    .header('cache-control', 'no-store')
    .redirect(address, 302);
}

/**
 * Returns the secret that binds logins to the browser of a request; empty if no login was started
 * in it.
 */
function secretOf({ headers }: OfProvider, baseUrl: string): string {
  return cookieOf(headers.cookie, cookieName(COOKIE, baseUrl)) ?? '';
}

async function accept(options: SamlOptions, { params, body }: OfProvider, reply: FastifyReply) {
  const given = body instanceof URLSearchParams ? body.getAll('SAMLResponse') : [];
  const [encoded] = given;
  if (encoded === undefined || given.length > 1) {
    throw new SamlError(
      'not-a-response',
      'The response must come in a form, which has one field "SAMLResponse".',
    );
  }
  const login = await acceptResponse(contextOf(options), params.id, encoded);
  // The cookie comes with this redirect, as it is of our own site.
  const next = options.addresses().own('saml', params.id, 'finish');
  return reply
    .header('cache-control', 'no-store')
    .redirect(`${next}?${new URLSearchParams({ login })}`, 303);
}

/**
 * Rejects visits of the URL that receives responses, for example by a provider that responds with a
 * redirect.
 */
async function refuseVisit({ db }: SamlOptions, { params }: OfProvider, reply: FastifyReply) {
  if (!(await samlProviderExists(db, params.id))) throw new LoginError('unknown-provider');
  reply.header('allow', 'POST');
  throw new LoginError('opened');
}

async function finish(options: SamlOptions, request: OfProvider, reply: FastifyReply) {
  const { params, query } = request;
  const finished = await finishLogin(contextOf(options), params.id, {
    requestId: typeof query.login === 'string' ? query.login : '',
    browserSecret: secretOf(request, options.addresses().baseUrl),
  });
  const { userId, organizationId, secret, expiresAt } = finished;
  request.log.info({ samlProviderId: params.id, userId, organizationId }, 'somebody logged in');
  const { baseUrl } = options.addresses();
  const next = nextOf(request.headers.cookie, baseUrl);
  reply.header('set-cookie', [signInCookie(secret, baseUrl), nextCookie(null, baseUrl)]);
  return options.pages.sendLogin(reply, { secret, expiresAt, next });
}

async function sendMetadata(options: SamlOptions, { params }: OfProvider, reply: FastifyReply) {
  if (!(await samlProviderExists(options.db, params.id))) throw new LoginError('unknown-provider');
  return reply
    .header('content-type', 'application/samlmetadata+xml; charset=utf-8')
    .send(serviceMetadata(options.addresses().service(params.id)));
}

/** Other problems are a 403. */
const statusOf: Partial<Record<string, number>> = {
  'unknown-provider': 404,
  opened: 405,
  pending: 409,
  busy: 503,
};

/** Returns whether a retry cannot succeed before an admin has changed something. */
const isFinal = (problem: string) => ['unknown-provider', 'pending'].includes(problem);

/** Sends errors as pages for people: with the reason, and the next step. */
function answerProblem(
  { pages, addresses }: SamlOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { id } = request.params as { id: string };
  const { startURL: startUrl } = addresses().service(id);
  const { code } = error as { code?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const message = `The response has more than ${RESPONSE_SIZE_MAX} bytes.`;
    return pages.sendLoginProblem(reply, { message, status: 413, startUrl });
  }
  if (!(error instanceof SamlError || error instanceof LoginError)) {
    return sendError(error, request, reply);
  }
  const { problem, message } = error;
  request.log.info({ samlProviderId: id.slice(0, 40), problem }, 'a login was refused');
  return pages.sendLoginProblem(reply, {
    message,
    status: statusOf[problem] ?? 403,
    startUrl: isFinal(problem) ? null : startUrl,
  });
}
