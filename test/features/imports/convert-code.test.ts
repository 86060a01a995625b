import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from '../../../src/features/imports/html/html-to-markdown.ts';

const address = 'https://example.com/docs/page';

/** The markdown of the text of a page. */
function markdownOf(html: string): string {
  const result = htmlToMarkdown({ html, address });
  if ('refusal' in result) throw new Error(result.refusal);
  return result.markdown;
}

describe('code in a web page', () => {
  const link = '<a href="https://example.com/t">X</a>';

  it.each([
    [`<p><code>${link}</code></p>`, '[`X`](https://example.com/t)\n'],
    [
      `<p><tt>${link}</tt> <samp>${link}</samp></p>`,
      '[`X`](https://example.com/t) [`X`](https://example.com/t)\n',
    ],
    [`<p><kbd>${link}</kbd></p>`, '<kbd>[X](https://example.com/t)</kbd>\n'],
    [`<p><code>List&lt;${link}&gt;</code></p>`, '`List<`[`X`](https://example.com/t)`>`\n'],
    ['<p><a href="https://example.com/t"><code>X</code></a></p>', '[`X`](https://example.com/t)\n'],
    [`<h2><code>${link}</code></h2>`, '## [`X`](https://example.com/t)\n'],
    ['<p><code>a <em>b</em></code></p>', '`a` _`b`_\n'],
    ['<p><code><img src="/a.png" alt="A"> b</code></p>', '![A](https://example.com/a.png) `b`\n'],
    ['<p><code><span>a</span><span> b</span></code></p>', '`a b`\n'],
    [
      '<p><a href="/t"><img src="/a.png" alt="A"></a></p>',
      '[![A](https://example.com/a.png)](https://example.com/t)\n',
    ],
    [
      '<a href="/t"><h3>Card</h3><p>More</p></a>',
      '### [Card](https://example.com/t)\n\n[More](https://example.com/t)\n',
    ],
  ])('keeps what stands in it, and around it: %s', (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  it('keeps links in cells', () => {
    const html = `<table><tr><th>a</th></tr><tr><td><code>${link}</code></td></tr></table>`;
    expect(markdownOf(html)).toContain('[`X`](https://example.com/t)');
  });

  it('is reported where it is a block, which holds no links', () => {
    const result = htmlToMarkdown({ html: `<p>a</p><pre>${link} ${link}</pre>`, address });
    expect(result).toMatchObject({
      markdown: 'a\n\n```\nX X\n```\n',
      skipped: [{ path: 'code', reason: expect.stringContaining('2 links in blocks of code') }],
    });
  });
});
