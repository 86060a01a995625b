import { describe, expect, it } from 'vitest';
import { decodePage } from '../../../src/features/imports/html/decode-page.ts';
import { htmlToMarkdown } from '../../../src/features/imports/html/html-to-markdown.ts';
import { picture } from './support.ts';
import { longestBlock } from '../../support/longest-block.ts';

/** Longest CPU time of a conversion on a calm machine, in milliseconds. */
const BLOCK_MAX_MS = 100;

const address = 'https://example.com/docs/page';

/** The markdown of the text of a page. */
function markdownOf(html: string): string {
  const result = htmlToMarkdown({ html, address });
  if ('refusal' in result) throw new Error(result.refusal);
  return result.markdown;
}

describe('the markdown of a web page', () => {
  it.each([
    ['<p>A <b>b</b> <i>c</i> <s>d</s> <code>e</code></p>', 'A **b** _c_ ~~d~~ `e`\n'],
    ['<ul><li>a<ol><li>b</li></ol></li></ul>', '* a\n\n  1. b\n'],
    ['<ul><li><input type="checkbox" checked> done</li></ul>', '* [x] done\n'],
    ['<p>H<sub>2</sub>O, <kbd>Ctrl</kbd></p>', 'H<sub>2</sub>O, <kbd>Ctrl</kbd>\n'],
    ['<pre><code class="language-ts">a\n  b</code></pre>', '```ts\na\n  b\n```\n'],
    [
      '<div class="highlight-python"><pre><span>x</span> = 1</pre></div>',
      '```python\nx = 1\n```\n',
    ],
    [
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div>',
      '{% hint style="warning" %}\nHot.\n{% endhint %}\n',
    ],
    [
      '<aside class="starlight-aside starlight-aside--tip">x</aside>',
      '{% hint style="success" %}\nx\n{% endhint %}\n',
    ],
    [
      '<details><summary>More &amp; less</summary><p>x</p></details>',
      '<details>\n\n<summary>More & less</summary>\n\nx\n\n</details>\n',
    ],
    [
      '<iframe src="https://video.example.com/1"></iframe>',
      '{% embed url="https://video.example.com/1" %}\n',
    ],
    [
      '<figure><img src="a.png" alt="A"><figcaption>Cap</figcaption></figure>',
      '<figure><img src="https://example.com/docs/a.png" alt="A"><figcaption><p>Cap</p></figcaption></figure>\n',
    ],
    [
      '<figure><img src="a.png"><figcaption>A <b>b</b><br><a href="c"><code>c</code></a></figcaption></figure>',
      '<figure><img src="https://example.com/docs/a.png" alt=""><figcaption><p>A <strong>b</strong><br><a href="https://example.com/docs/c"><code>c</code></a></p></figcaption></figure>\n',
    ],
    [
      '<details><summary>A <b>b</b> <code>c</code> &lt;/summary></summary><p>x</p></details>',
      '<details>\n\n<summary>A **b** `c` &lt;/summary></summary>\n\nx\n\n</details>\n',
    ],
    [
      '<picture><source srcset="d.png 1x, e.png 2x" media="(prefers-color-scheme: dark)"><img src="a,b.png" alt="A"></picture>',
      '<figure><picture><source srcset="https://example.com/docs/d.png" media="(prefers-color-scheme: dark)"><img src="https://example.com/docs/a,b.png" alt="A"></picture></figure>\n',
    ],
    [
      '<p>a <picture><source srcset="/d.png" media="(prefers-color-scheme:dark)"><img src="/a.png"></picture></p>',
      'a <picture><source srcset="https://example.com/d.png" media="(prefers-color-scheme: dark)"><img src="https://example.com/a.png" alt=""></picture>\n',
    ],
    [
      '<picture><source srcset="a.webp" type="image/webp"><img src="/a.png" alt="A"></picture>',
      '![A](https://example.com/a.png)\n',
    ],
    [
      '<p>a<sup><a href="#footnote-2" id="footnote-ref-2">[1]</a></sup> b<sup>2</sup></p><ol><li id="footnote-2"><p>The <b>note</b>. <a href="#footnote-ref-2">↑</a></p></li></ol>',
      'a[^1] b<sup>2</sup>\n\n[^1]: The **note**.\n',
    ],
    [
      '<table><tr><th>A<tr><td>a<sup><a href="#footnote-2">1</a></sup></table><ol><li id="footnote-2">b</ol>',
      '| A |\n| --- |\n| a<sup>[1](#footnote-2)</sup> |\n\n1. b\n',
    ],
    [
      '<div>H<sub>2</sub>O, <kbd>x</kbd> <math alttext="a"></math> b</div>',
      'H<sub>2</sub>O, <kbd>x</kbd> $$a$$ b\n',
    ],
    ['<table><tr><th>A<tr><td>H<sub>2</sub>O</table>', '| A |\n| --- |\n| H<sub>2</sub>O |\n'],
    [
      '<section><div>One</div>two<div>Three <b>x</b></div></section>',
      'One\n\ntwo\n\nThree **x**\n',
    ],
    [
      '<ul class="inline-task-list"><li class="checked"><span>a</span></li><li>b</li></ul>',
      '* [x] a\n* [ ] b\n',
    ],
    [
      '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>a</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> b</li></ul>',
      '* [x] a\n* [ ] b\n',
    ],
    [
      '<ol class="numbered-list" start="1"><li>a</li></ol> <ol class="numbered-list" start="2"><li>b</li></ol><ol class="numbered-list" start="1"><li>c</li></ol>',
      '1. a\n2. b\n\n1) c\n',
    ],
    [
      '<div class="expand-container"><div class="expand-control"><span>More</span></div><div class="expand-content"><p>x</p></div></div>',
      '<details>\n\n<summary>More</summary>\n\nx\n\n</details>\n',
    ],
    [
      '<pre data-syntaxhighlighter-params="brush: java; gutter: false">a</pre>',
      '```java\na\n```\n',
    ],
    [
      '<a class="bookmark" href="/x"><div class="bookmark-title">X</div><div>of y</div></a>',
      '[X](https://example.com/x)\n',
    ],
    ['<h2 id="on-linux">On Linux</h2>', '## On Linux\n'],
    ['<h2 id="mac">Install it</h2>', '## Install it <a href="#mac" id="mac"></a>\n'],
    [
      '<section id="mac"><h3>Install it</h3><p>x</p></section>',
      '### Install it <a href="#mac" id="mac"></a>\n\nx\n',
    ],
    ['<h2><a name="mac"></a>Install it</h2>', '## Install it <a href="#mac" id="mac"></a>\n'],
    ['<p><a id="mac"></a></p><h2>On Mac</h2>', '## On Mac <a href="#mac" id="mac"></a>\n'],
    ['<div id="main"><h2><a id="_Toc1"></a>On Mac</h2></div>', '## On Mac\n'],
    [
      '<div id="main"><h2><a id="_Toc1"></a>On</h2></div><a href="#_Toc1">a</a> <a href="#main">b</a>',
      '## On <a href="#_toc1" id="_toc1"></a>\n\n[a](#_Toc1) [b](#_Toc1)\n',
    ],
    [
      '<h2 id="x"><a id="h=1.a"></a>On</h2><a href="#h=1.a">a</a> <a href="#x">b</a>',
      '## On <a href="#x" id="x"></a>\n\n[a](#x) [b](#x)\n',
    ],
    [
      '<h2><a id="h=1.a"></a>On</h2><a href="#h=1.a">a</a>',
      '## On <a href="#h-1.a" id="h-1.a"></a>\n\n[a](#h-1.a)\n',
    ],
    [
      '<h2 id="sec:on">On</h2><a href="#sec:on">a</a>',
      '## On <a href="#sec-on" id="sec-on"></a>\n\n[a](#sec-on)\n',
    ],
    [
      '<h2 id="sec:on"><a name="good"></a>On</h2><a href="#good">a</a>',
      '## On <a href="#good" id="good"></a>\n\n[a](#good)\n',
    ],
    [
      '<h2 id="x">A</h2><h2 id="b"><a name="x"></a>B</h2><a href="#x">a</a>',
      '## A <a href="#x" id="x"></a>\n\n## B\n\n[a](#x)\n',
    ],
    ['<p id="x">Text</p><h2>On</h2><a href="#x">a</a>', 'Text\n\n## On\n\n[a](#x)\n'],
    ['<h2 id="0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0">Notes</h2>', '## Notes\n'],
    ['<p><a name="x">a</a> <a href="javascript:alert(1)">b</a></p>', 'a b\n'],
    ['<p>a<img src="data:image/png;base64,AAAA" alt="b"></p>', 'a\n'],
    [
      '<p><img src="data:image/svg+xml,<svg/>" data-lazy-src="/a,b.png" alt="b"></p>',
      '![b](https://example.com/a,b.png)\n',
    ],
    ['<table><tr><th>A<th>B<tr><td>1<td>2|3</table>', '| A | B |\n| --- | --- |\n| 1 | 2\\|3 |\n'],
    [
      '<table><tr><th>A<th>B<tr><td>1<br><b>2<br>3</b><br><td><math alttext="|x|"></math></table>',
      '| A | B |\n| --- | --- |\n| 1<br>**2<br>3** | $$\\|x\\|$$<span></span> |\n',
    ],
    [
      '<table><caption>The <b>rest</b></caption><tr><th>A<tr><td><p>1</p></table>',
      'The **rest**\n\n| A |\n| --- |\n| 1 |\n',
    ],
    [
      '<table><tr><th>A<th align="right">B<tr><td><p>1</p><p>2</p><td><ul><li>x<li>y</ul><pre>a\n\nb</pre></table>',
      '<table><thead><tr><th>A</th><th align="right">B</th></tr></thead><tbody><tr><td><p>1</p><p>2</p></td><td><ul><li>x</li><li>y</li></ul><pre><code>a&#xa;&#xa;b&#xa;</code></pre></td></tr></tbody></table>\n',
    ],
    [
      '<table><tr><td>a<table><tr><td>in<td>side</table></table>',
      '<table data-header-hidden><thead><tr><th></th></tr></thead><tbody><tr><td><p>a</p><table data-header-hidden><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>in</td><td>side</td></tr></tbody></table></td></tr></tbody></table>\n',
    ],
    [
      '<table><tr><th>A<tr><td><div class="admonition note"><p>x</p></div><figure><img src="/a.png"><figcaption>c</figcaption></figure></table>',
      '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><p>x</p><figure><img src="https://example.com/a.png" alt=""><figcaption><p>c</p></figcaption></figure></td></tr></tbody></table>\n',
    ],
    [
      '<p><math><semantics><mi>a</mi><annotation encoding="application/x-tex">a^2</annotation></semantics></math> is</p>',
      '$$a^2$$ is\n',
    ],
  ])('says what %s says', (html, markdown) => {
    expect(markdownOf(`<main>${html}</main>`)).toBe(markdown);
  });

  it.each([
    [
      '<object data="a.svg" type="image/svg+xml">A</object>',
      '![A](https://example.com/docs/a.svg)\n',
    ],
    [
      '<embed src="/a.pdf"><iframe src="about:blank" width="1"></iframe>',
      '<https://example.com/a.pdf>\n',
    ],
    ['<object><p>instead</p></object>', 'instead\n'],
    [
      '<svg width="24" height="24"><path d="M0 0"/></svg><svg style="display:none" width="99"></svg>x',
      'x\n',
    ],
    [
      '<p>a <img class="emoticon" alt="(smile)" data-emoji-fallback="🙂" src="images/s.png"></p>',
      'a 🙂\n',
    ],
  ])('shows of %s what can be shown', (html, markdown) => {
    expect(htmlToMarkdown({ html: `<main>${html}</main>`, address })).toMatchObject({
      ...{ markdown, skipped: [] },
    });
  });

  it('lists frames, films, sounds, objects and canvases that vanished silently', () => {
    const html =
      '<iframe srcdoc="x"></iframe><video src="blob:x">No films</video><audio src="data:,"></audio>' +
      '<object></object><canvas>Drawn</canvas><canvas></canvas>text';
    const reason = 'has no address that a link could lead to';
    const canvas = 'is drawn by a script';
    expect(htmlToMarkdown({ html: `<main>${html}</main>`, address })).toMatchObject({
      markdown: 'text\n',
      skipped: [
        { path: 'frame-1', reason },
        { path: 'film-1', reason },
        { path: 'sound-1', reason },
        { path: 'object-1', reason },
        { path: 'canvas-1', reason: canvas },
        { path: 'canvas-2', reason: canvas },
      ],
    });
  });

  it('has the drawings of a page as images', () => {
    const html =
      '<figure><svg viewBox="0 0 200 100"><title>Flow</title><use xlink:href="#a"/><text>a&nbsp;b</text></svg></figure>';
    const page = htmlToMarkdown({ html: `<main>${html}</main>`, address });
    if ('refusal' in page) throw new Error(page.refusal);
    const { embedded, markdown, skipped } = page;
    expect({ markdown, skipped }).toEqual({ markdown: '![Flow](#image-1.svg)\n', skipped: [] });
    expect(
      embedded.map(({ bytes, contentType }) => [contentType, Buffer.from(bytes).toString()]),
    ).toEqual([
      [
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 100"><title>Flow</title><use xlink:href="#a"></use><text>a&#160;b</text></svg>',
      ],
    ]);
  });

  it('takes nothing in the text for markup of the dialect', () => {
    const text =
      '{% hint style="info" %} and $$x$$ and :smile: and <b> and *a* and [x](y) # {{ z }}';
    const html = `<p>${text.replaceAll('<', '&lt;')}</p>`;
    const markdown = markdownOf(`<main>${html}</main>`);
    expect(htmlToMarkdown({ html: `<main>${html}</main>` })).toMatchObject({ markdown });
    expect(markdown).not.toMatch(/^\{%|(?<!\\)\$\$x|(?<!\\):smile/);
    expect(markdown).toContain('\\*a\\*');
  });

  it('takes braces in the text for no expression', () => {
    const markdown = markdownOf('<main><p>{{ page.vars.x }} and {{ visitor.claims.y }}</p></main>');
    expect(markdown).not.toMatch(/expression|(?<!\\)\{\{/);
  });

  it.each(['div', 'section', 'article', 'blockquote', 'ul><li', 'span', 'figure'])(
    'comes at once from elements that are deep within one another: %s',
    { retry: 2 },
    async (tag) => {
      const [close = ''] = tag.split('>').toReversed();
      const end = tag.includes('>') ? `</${close}></ul>` : `</${tag}>`;
      const html = `<main>${`<${tag}>`.repeat(100)}deep${end.repeat(100)}</main>`;
      const { result, blockMs, slowness } = await longestBlock(() =>
        Promise.resolve(markdownOf(html)),
      );
      expect(result).toContain('deep');
      expect(blockMs).toBeLessThan(BLOCK_MAX_MS * slowness.cpu);
    },
  );

  it('is the main text only, with the title and the links of the whole page', () => {
    const html = `<title>Setup | Acme</title><meta name="description" content="How to">
      <header><a href="/">Home</a></header><nav><a href="other#x">Other</a><a rel="nofollow" href="no">N</a></nav>
      <article><h1>Set up<a class="headerlink" href="#set-up">¶</a></h1><p>Text.</p><button>Copy</button></article>
      <script>alert(1)</script><footer>Imprint</footer>`;
    expect(htmlToMarkdown({ html, address })).toEqual({
      title: 'Set up',
      description: 'How to',
      markdown: 'Text.\n',
      links: ['https://example.com/', 'https://example.com/docs/other#x'],
      images: [],
      embedded: [],
      skipped: [],
    });
  });

  it('has the images that are written into it, each once, and says which are none', () => {
    const data = `data:image/png;base64,${picture.toString('base64')}`;
    const svg = `data:image/svg+xml;charset=utf-8,%3Csvg width='9' height='9' xmlns='http://www.w3.org/2000/svg'/>`;
    const images = [data, svg, data, 'data:image/png;base64,AAAA', 'data:text/html,<b>', 'data:'];
    const html = images.map((src, index) => `<p>${index} <img src="${src}"></p>`).join('');
    const page = htmlToMarkdown({ html: `<main>${html}</main>` });
    const reason = 'is not a readable image';
    expect(page).toMatchObject({
      markdown:
        '0 ![](#image-1.png)\n\n1 ![](#image-2.svg)\n\n2 ![](#image-1.png)\n\n3\n\n4\n\n5\n',
      images: [],
      embedded: [
        { name: 'image-1.png', contentType: 'image/png', bytes: new Uint8Array(picture) },
        { name: 'image-2.svg', contentType: 'image/svg+xml' },
      ],
      skipped: ['image-3.png', 'image-4.html', 'image-5.bin'].map((path) => ({ path, reason })),
    });
  });

  it('names the images that it shows, those for dark colors too', () => {
    const dark = '<source srcset="/d.png" media="(prefers-color-scheme: dark)">';
    const html = `<main><picture>${dark}<img src="/a.png"></picture><img src="data:,"></main>`;
    const images = ['https://example.com/d.png', 'https://example.com/a.png'];
    expect(htmlToMarkdown({ html, address: 'https://example.com/' })).toMatchObject({ images });
  });

  it('is what a reader would see where a page does not mark its text', () => {
    const sentence = 'This is a sentence, long enough, that somebody would read with pleasure. ';
    const html = `<header>Menu, Home, Prices</header><div><h2>Story</h2><p>${sentence.repeat(9)}</p>
      <p>${sentence.repeat(9)}</p></div><footer>Imprint</footer>`;
    const markdown = markdownOf(html);
    expect(markdown).toContain(sentence.trim());
    expect(markdown).not.toMatch(/Imprint|Prices/);
  });
});

describe('a hostile web page', () => {
  it.each([
    ['elements within one another', '<div>'.repeat(100_000)],
    ['elements', '<b>x</b>'.repeat(100_000)],
  ])('is refused for its many %s', (what, html) => {
    expect(htmlToMarkdown({ html })).toEqual({
      refusal: expect.stringMatching(new RegExp(`^has more than [\\d]+ ${what}$`)),
    });
  });

  it.each([
    ['rows', `<tr>${'<td>x'.repeat(1000)}${'<tr><td>x'.repeat(1000)}`],
    ['cells that span others', '<tr><td colspan=1000 rowspan=1000>x'.repeat(1000)],
  ])('is refused for a table of too many %s', (_what, rows) => {
    expect(htmlToMarkdown({ html: `<main><table>${rows}` })).toEqual({
      refusal: 'has a table of more than 60000 cells',
    });
  });

  it.each([
    ['in what browsers show without scripts', `<noscript>${'<div>'.repeat(1000)}</noscript>`],
    ['behind a comment that ends as it begins', `<!-->${'<div>'.repeat(1000)}`],
    ['with ends in attributes', '<div title="</div>">'.repeat(1000)],
    ['with ends in comments', '<div><!x </div>>'.repeat(1000)],
    ['with ends of what is not open', '<b></div>'.repeat(1000)],
    ['in a picture', `<svg>${'<g>'.repeat(1000)}`],
    ['without ends, of a kind that usually needs none', '<rt>'.repeat(1000)],
  ])('is refused for elements within one another %s', (_what, html) => {
    expect(htmlToMarkdown({ html: `<main>${html}text` })).toEqual({
      refusal: 'has more than 256 elements within one another',
    });
  });

  it('is not refused for elements that follow each other, whatever is open', () => {
    const scripts = `<script>"${'<div>'.repeat(1000)}"</script>`;
    expect(markdownOf(`<main>${scripts}${'<p>x'.repeat(1000)}</main>`)).toContain('x\n\nx');
  });

  // What these claim would take all memory, or minutes, if it were believed.
  it.each([
    ['tables in tables', '<table><tr><td>x'.repeat(60)],
    ['lists in cells', `<main><table>${'<tr><td><ul><li>x</ul>'.repeat(3000)}`],
    ['tables', `<table>${'<tr><td colspan=1000 rowspan=60000>x'.repeat(20)}`],
    ['comments', `<main>${'<!--'.repeat(100_000)}`],
    ['tags without ends', '<p>x'.repeat(2000)],
  ])('is converted, whatever its %s claim', (_, html) => {
    expect(htmlToMarkdown({ html })).not.toHaveProperty('refusal');
  });
});

describe('the encoding of a web page', () => {
  const withMark = (mark: number[], text: Buffer) => Buffer.concat([Buffer.from(mark), text]);
  const html = '<meta charset="utf-16"><p>caf\u00e9</p>';

  it.each<[string, Buffer, string | undefined]>([
    [
      'is what its first bytes say',
      withMark([0xff, 0xfe], Buffer.from(html, 'utf16le')),
      undefined,
    ],
    [
      'is that, whatever is sent',
      withMark([0xef, 0xbb, 0xbf], Buffer.from(html)),
      'x; charset=gbk',
    ],
    ['is not of two bytes in a head of single ones', Buffer.from(html), 'text/html'],
    ['is UTF-8 where what is sent does not exist', Buffer.from(html), 'x; charset=foo'],
  ])('%s', (_, bytes, contentType) => {
    expect(decodePage(bytes, contentType)).toBe(html);
  });

  it('has the quotes and dashes of Windows in what is called Latin-1', () => {
    const bytes = Buffer.from([0x93, 0xe9, 0x94, 0x96, 0x80]);
    expect(decodePage(bytes, 'text/html; charset=iso-8859-1')).toBe(
      '\u201c\u00e9\u201d\u2013\u20ac',
    );
  });
});
