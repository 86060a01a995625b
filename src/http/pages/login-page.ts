import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { AssetUrls } from './assets.ts';
import { sendPage } from './send-page.ts';

export interface LoginPages {
  /** Shows the token of a login, once. */
  sendLogin(reply: FastifyReply, login: ShownLogin): FastifyReply;
  /** Reason why the login failed. */
  sendLoginProblem(reply: FastifyReply, problem: LoginProblemPage): FastifyReply;
}

export interface ShownLogin {
  secret: string;
  expiresAt: Date;
  /** Path to which the login leads on; null for one that began elsewhere. */
  next: string | null;
}

export interface LoginProblemPage {
  message: string;
  status: number;
  /** URL of a new login; null if a retry cannot help. */
  startUrl: string | null;
}

/** Returns the pages at the end of a single sign-on login. */
export function loginPages(urls: AssetUrls, { hasGraphiql }: { hasGraphiql: boolean }): LoginPages {
  const styles = [urls.homeStyle, urls.loginStyle];
  const headers = { 'cache-control': 'no-store' };
  const frame = { favicon: urls.favicon, styles, headers };
  return {
    sendLogin(reply, login) {
      const page = { ...frame, title: 'Logged in · docgraph', scripts: [urls.loginStart] };
      const body = loginBody(urls, login, hasGraphiql);
      return sendPage(reply, { ...page, body });
    },
    sendLoginProblem(reply, problem) {
      const page = { ...frame, title: 'Not logged in · docgraph', scripts: [] };
      const body = problemBody(urls, problem);
      return sendPage(reply, { ...page, body }, problem.status);
    },
  };
}

function loginBody(
  urls: AssetUrls,
  { secret, expiresAt, next }: ShownLogin,
  hasGraphiql: boolean,
): string {
  const time = expiresAt.toISOString();
  const graphiql = `<p><a href="/graphql#token=${secret}">Continue to GraphiQL</a>, signed in with it.</p>`;
  return `<main>
<header>
<img src="${urls.favicon}" alt="" width="44" height="44">
<h1>Logged in</h1>
</header>
<p class="lead">This is your API token. It is shown only this once, and works until
<time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>.</p>
<pre><code id="value">${escapeHtml(secret)}</code></pre>
<p><button id="copy" hidden>Copy</button></p>
${next === null ? '' : `<p><a href="${escapeHtml(next)}">Continue to where you came from</a></p>`}
${hasGraphiql ? graphiql : ''}
<p><a href="/account">Your account</a></p>
<p><a href="/">What you can do here</a></p>
</main>`;
}

function problemBody(urls: AssetUrls, { message, startUrl }: LoginProblemPage): string {
  const again =
    startUrl === null ? '' : `<p><a href="${escapeHtml(startUrl)}">Begin again</a></p>\n`;
  return `<main>
<header>
<img src="${urls.favicon}" alt="" width="44" height="44">
<h1>Not logged in</h1>
</header>
<p class="lead" id="problem" role="alert">${escapeHtml(message)}</p>
${again}<p><a href="/">What is here</a></p>
</main>`;
}
