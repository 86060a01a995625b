import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../lib/escape-html.ts';

export interface BuiltInPage {
  title: string;
  favicon: string;
  styles: readonly string[];
  scripts: readonly string[];
  /** HTML of the body. */
  body: string;
  /**
   * Additional directives of the content security policy, beyond own styles, scripts and pictures.
   */
  policy?: Readonly<Record<string, string>>;
  /** Further headers, which replace those of other pages. */
  headers?: Readonly<Record<string, string>>;
}

/** A page may load only what it says, and nothing from another host. */
const strictPolicy = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'img-src': "'self'",
  'style-src': "'self'",
  'script-src': "'self'",
};

/** Answers with a page and its own content security policy, in place of the gateway's. */
export function sendPage(reply: FastifyReply, page: BuiltInPage, status = 200): FastifyReply {
  const policy = Object.entries({ ...strictPolicy, ...page.policy })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
  return reply
    .status(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .headers(page.headers ?? {})
    .send(renderPage(page));
}

function renderPage({ title, favicon, styles, scripts, body }: BuiltInPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="${favicon}">
${styles.map((url) => `<link rel="stylesheet" href="${url}">`).join('\n')}
</head>
<body>
${body}
${scripts.map((url) => `<script src="${url}"></script>`).join('\n')}
</body>
</html>
`;
}

/** Data for a script of the page: a block that the browser does not run. */
export function dataBlock(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}
