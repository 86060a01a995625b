import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren, VNode } from 'preact';
import { signInCookie } from '../http/session-cookies.ts';
import { localTo } from '../lib/urls.ts';
import { renderPage, type Frame } from '../reader/frame.tsx';
import {
  clientOf,
  readerTokenOf,
  type ReaderOptions,
  type ReaderVisit,
} from '../reader/reader-visit.tsx';
import { bareFrame } from '../reader/site-frame.ts';

/** Maximum size of a form, in bytes. */
const FORM_SIZE_MAX = 64 * 1024;

/**
 * Policy of pages with forms, which load nothing from other hosts but the given pictures.
 */
const policyWith = (pictures: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${pictures}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export interface FormOptions extends ReaderOptions {
  /** Path of the stylesheet of forms. */
  formStyle: string;
  /** Path of the script that fills in the link that a page was opened with. */
  linkScript: string;
}

/** A request for a page with a form, or with what was entered into one. */
export interface FormVisit extends ReaderVisit {
  options: FormOptions;
  form: URLSearchParams;
}

/** Person who is signed in. */
export interface SignedIn {
  displayName: string;
  email: string | null;
}

const foreignForm = 'This form was sent from another site. Send it again from here.';

/** Registers a page, and those that its forms are sent to. */
export class FormPages {
  readonly #app: FastifyInstance;
  readonly #options: FormOptions;

  constructor(app: FastifyInstance, options: FormOptions) {
    this.#app = app;
    this.#options = options;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_SIZE_MAX },
      (_request, text: string, done) => done(null, new URLSearchParams(text)),
    );
  }

  /** Registers a page. */
  servePage(path: string, send: (visit: FormVisit) => FastifyReply | Promise<FastifyReply>): void {
    this.#app.get(path, (request, reply) => send(this.#visitOf(request, reply)));
  }

  /** Registers a form. One that another site sent gets the page with the problem. */
  acceptForm(
    path: string,
    accept: (visit: FormVisit) => FastifyReply | Promise<FastifyReply>,
    refuse: (visit: FormVisit, problem: string) => FastifyReply | Promise<FastifyReply>,
  ): void {
    this.#app.post(path, (request, reply) => {
      const visit = this.#visitOf(request, reply);
      return isOwnForm(request) ? accept(visit) : refuse(visit, foreignForm);
    });
  }

  #visitOf(request: FastifyRequest, reply: FastifyReply): FormVisit {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const options = this.#options;
    const local = localTo(options.baseUrl());
    return { app: this.#app, request, reply, options, local, form };
  }
}

/** Returns whether a form was sent by a page of this host: another one must not act for people. */
function isOwnForm({ headers }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': from } = headers;
  if (from !== undefined) return from === 'same-origin' || from === 'none';
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === headers.host);
}

/** Returns a field of a form without white space around it; empty if it is missing. */
export function fieldOf({ form }: FormVisit, name: string): string {
  return (form.get(name) ?? '').trim();
}

/** Returns what is behind the `#` of a link, which may be without the part before it. */
export function secretsIn(link: string): URLSearchParams {
  return new URLSearchParams(link.slice(link.indexOf('#') + 1));
}

/** Returns whether a text can be sent as an API token. */
function isTokenText(text: string): boolean {
  return /^[\x21-\x3a\x3c-\x7e]{1,200}$/.test(text) && !text.includes(',');
}

/** Returns the API token of a request; undefined without one, or for what cannot be sent. */
export function formTokenOf(visit: FormVisit): string | undefined {
  const token = readerTokenOf(visit);
  return token !== undefined && isTokenText(token) ? token : undefined;
}

/** Finds who is signed in; null if nobody is. */
export async function signedInOf(
  visit: FormVisit,
  token = formTokenOf(visit),
): Promise<SignedIn | null> {
  if (token === undefined || !isTokenText(token)) return null;
  const query = '{ viewer { displayName email } }';
  const { data } = await clientOf(visit, token).ask<{ viewer: SignedIn }>(query, {});
  return data?.viewer ?? null;
}

/** Keeps an API token in a cookie of the browser. */
export function signIn({ reply, options }: FormVisit, token: string): void {
  reply.header('set-cookie', signInCookie(token, options.baseUrl()));
}

/** Sends the browser to another path, or to a frontend of the operator. */
export function leadOn(visit: FormVisit, url: string): FastifyReply {
  const { reply } = visit;
  if (url.startsWith('/')) return reply.header('cache-control', 'no-store').redirect(url, 303);
  // A redirect to another host would be a target of the form, which its policy forbids.
  reply.header('refresh', `0; url=${url}`);
  return sendFormPage(
    visit,
    { title: 'Continue' },
    <p>
      <a href={url}>Continue</a>
    </p>,
  );
}

/** Sends a page that nobody stores. */
export function sendFormPage(
  { reply, options }: FormVisit,
  {
    status = 200,
    pictures = '',
    ...parts
  }: Partial<Frame> & { status?: number; pictures?: string },
  children: ComponentChildren,
): FastifyReply {
  const view: VNode = (
    <main id="content" tabIndex={-1}>
      <link rel="stylesheet" href={options.formStyle} />
      {children}
    </main>
  );
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyWith(pictures),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
    .send(renderPage({ ...bareFrame, ...parts }, options.assets, view));
}

/** Shows what is wrong; nothing if nothing is. */
export function Problem({ text }: { text: string | null | undefined }): VNode | null {
  if (text == null) return null;
  return (
    <p class="notice problem" role="alert">
      {text}
    </p>
  );
}

/** Shows the secret of an API token, once. */
export function NewToken({ secret }: { secret: string }): VNode {
  return (
    <div class="notice">
      <p>This is your API token. It is shown only this once: keep it to sign in again.</p>
      <code class="secret" id="secret">
        {secret}
      </code>
    </div>
  );
}
