import type { FastifyReply } from 'fastify';
import type { AssetUrls } from './assets.ts';
import { sendPage, type BuiltInPage } from './send-page.ts';

/** Returns the page that accepts an invite link or an invitation. The secret stays behind `#`. */
export function joinPage(urls: AssetUrls): (reply: FastifyReply) => FastifyReply {
  const page: BuiltInPage = {
    title: 'Join · docgraph',
    favicon: urls.favicon,
    styles: [urls.homeStyle, urls.joinStyle],
    scripts: [urls.joinStart],
    body: body(urls),
    policy: { 'connect-src': "'self'" },
    headers: { 'referrer-policy': 'no-referrer' },
  };
  return (reply) => sendPage(reply, page);
}

function body(urls: AssetUrls): string {
  return `<main>
<header>
<img src="${urls.favicon}" alt="" width="44" height="44">
<h1>Join</h1>
</header>
<p class="lead" id="what">This page needs a whole invite link, and JavaScript.</p>
<form id="join" hidden>
<label id="name">Your name, as others see it
<input name="displayName" maxlength="64" autocomplete="name"></label>
<label><span id="token">API token</span>
<input name="token" type="password" maxlength="200" autocomplete="off"></label>
<button>Join</button>
</form>
<p id="problem" role="alert"></p>
<section id="done" hidden>
<p class="lead">You belong to <strong id="organization"></strong> now.</p>
<div id="secret" hidden>
<p>This is your API token. It is shown only this once, so keep it safe:</p>
<pre><code id="value"></code></pre>
</div>
<p><a href="/">What you can do here</a></p>
</section>
</main>`;
}
