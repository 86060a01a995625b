import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeDocument } from '../../../src/document/input/normalize-document.ts';
import { documentToMarkdown } from '../../../src/document/writing/document-to-markdown.ts';
import { arbitraryDocument } from '../../document/arbitrary-document.ts';
import { pdfOf, pdfOfPages } from './support.ts';
import { lawCount } from '../../support/law-count.ts';

/** A page has room for 5000 characters. */
const wide = 'x'.repeat(6000);
const tall = 'word '.repeat(6000);

/** Texts of blocks that hold nothing, or more than a page has room for. */
const documents: Record<string, string> = {
  'a table without rows and titles': '|   |\n| - |',
  'a table of several columns without rows and titles': '|   |   |   |\n| - | - | - |',
  'a table without rows': '| a | b |\n| - | - |',
  'a table of empty cells': '| a | b |\n| - | - |\n|  |  |',
  'a table without titles': '|  |  |\n| - | - |\n| a | b |',
  'HTML tables without columns':
    '<table></table>\n\n<table><tr></tr></table>\n\n<table><thead><tr></tr></thead><tbody><tr><td></td></tr></tbody></table>',
  'a table without columns to show':
    '<table><thead><tr><th data-hidden>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  'a table of rows of several lengths':
    '<table><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr><tr></tr></table>',
  'cards without rows':
    '<table data-view="cards"><thead><tr><th></th></tr></thead><tbody></tbody></table>',
  'cards without columns':
    '<table data-view="cards"><thead><tr></tr></thead><tbody><tr></tr><tr></tr></tbody></table>',
  'cards without texts':
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td></td><td></td></tr></tbody></table>',
  'a table within a cell, without rows':
    '<table><tr><td><table><thead><tr><th></th></tr></thead></table></td></tr></table>',
  'a cell wider than a page': `| a |\n| - |\n| ${wide} |`,
  'a cell taller than a page': `| a | b |\n| - | - |\n| ${tall} | b |`,
  'a table of more columns than fit': `|${' a |'.repeat(120)}\n|${' - |'.repeat(120)}\n|${' b |'.repeat(120)}`,
  'widths of columns that are nothing, or huge':
    '<table><thead><tr><th width="0">a</th><th width="99999">b</th><th width="-5">c</th></tr></thead><tbody><tr><td>1</td><td>2</td><td>3</td></tr></tbody></table>',
  'empty tabs':
    '{% tabs %}\n{% endtabs %}\n\n{% tabs %}\n{% tab title="" %}\n{% endtab %}\n{% endtabs %}',
  'an empty stepper':
    '{% stepper %}\n{% endstepper %}\n\n{% stepper %}\n{% step %}\n{% endstep %}\n{% endstepper %}',
  'empty columns':
    '{% columns %}\n{% endcolumns %}\n\n{% columns %}\n{% column width="0%" %}\n{% endcolumn %}\n{% column %}\n{% endcolumn %}\n{% endcolumns %}',
  'more columns than fit': `{% columns %}\n${'{% column %}\na\n{% endcolumn %}\n'.repeat(60)}{% endcolumns %}`,
  'columns of huge widths':
    '{% columns %}\n{% column width="900%" %}\na\n{% endcolumn %}\n{% column width="0.0001%" %}\nb\n{% endcolumn %}\n{% endcolumns %}',
  'an empty hint': '{% hint style="info" %}\n{% endhint %}',
  'an empty quote': '>\n',
  'an empty condition': '{% if visitor.claims.a %}\n{% endif %}',
  'empty expandables': '<details></details>\n\n<details>\n\n<summary></summary>\n\n</details>',
  'empty items of lists': '*\n*\n\n1.\n2.\n\n* [ ]\n* [x]\n',
  'code without lines': '```\n```\n\n{% code title="" %}\n```js\n```\n{% endcode %}\n\n<pre></pre>',
  'headings without text': '#\n\n##\n\n###\n\n# <a href="#x" id="x"></a>',
  'images without addresses':
    '![]()\n\n<figure><img src="" alt=""></figure>\n\n<img>\n\n<figure></figure>\n\n<img class="gitbook-drawing">',
  'images of no size, and of a huge one':
    '<img src="a.png" width="0" height="0">\n\n<img src="a.png" width="99999" height="99999">',
  'a link without text': '[](a.md)\n\n<a href="a.md"></a>',
  'buttons without label, icons without name':
    '<a class="button" href="a.md"></a> <i class="fa-"></i> <i class="fa-star"></i>',
  'emoji that there are not':
    ':nosuchemoji: <span data-tag="emoji" data-code="zz"></span> <span data-tag="emoji" data-code="110000"></span>',
  'formulas of nothing': '$$ {} $$\n\n$$\n\\\\\n$$\n\na $${}$$ b',
  'a footnote without text': 'a[^1]\n\n[^1]:',
  'nothing but white space': '&#x20;\n\n&nbsp;\n\n<p></p>\n\n<br>',
  'nothing but dividers': '---\n\n---\n\n***',
  'references to nothing':
    '{% embed url="" %}\n\n{% file src="" %}\n\n{% content-ref url="" %}\n{% endcontent-ref %}\n\n{% include "" %}\n\n{% openapi src="" path="" method="" %}\n{% endopenapi %}\n\n{% openapi-schemas spec="a" schemas="" %}',
  'quotes in quotes': `${'>'.repeat(60)} a`,
  'lists in lists': Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}* a`).join('\n'),
  'tables in tables': `${'<table><tr><td>'.repeat(30)}a${'</td></tr></table>'.repeat(30)}`,
  'hints in lists in quotes': `> * a\n>\n>   {% hint %}\n>   * b\n>\n>     {% hint %}\n>     {% endhint %}\n>   {% endhint %}`,
  'a list with a table in each item': '* | a |\n  | - |\n\n* |  |\n  | - |',
  'control and other characters': 'a\u0001b\u200b\u2028\ufeff\ud83d \u{10ffff}',
  'a line wider than a page in code': `\`\`\`\n${wide}\n\`\`\``,
};

const leaf = fc.constantFrom('', 'text', ...Object.values(documents).filter(isLight));

/** Markdown of containers in containers, which hold degenerate blocks. */
const { nested } = fc.letrec<{ nested: string }>((tie) => ({
  nested: fc.oneof(
    { maxDepth: 5 },
    { weight: 1, arbitrary: leaf },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...containers()), fc.array(tie('nested'), { maxLength: 3 }))
        .map(([wrap, contents]) => wrap(contents.join('\n\n'))),
    },
  ),
}));

function isLight(markdown: string): boolean {
  return markdown.length < 1000;
}

function containers(): ((content: string) => string)[] {
  const tag =
    (name: string, attributes = '') =>
    (content: string) =>
      `{% ${name}${attributes} %}\n${content}\n{% end${name} %}`;
  const inTags = (outer: string, inner: string) => (content: string) =>
    tag(outer)(tag(inner)(content));
  return [
    ...[tag('hint', ' style="info"'), tag('if', ' visitor.claims.a'), tag('code')],
    ...[inTags('tabs', 'tab'), inTags('stepper', 'step'), inTags('columns', 'column')],
    (content) => `<details>\n\n<summary></summary>\n\n${content}\n\n</details>`,
    (content) => `* ${content.replaceAll('\n', '\n  ')}\n* `,
    (content) => `1. ${content.replaceAll('\n', '\n   ')}`,
    (content) => `> ${content.replaceAll('\n', '\n> ')}`,
    (content) => `| ${content.replaceAll('\n', ' ')} |\n| - |`,
    (content) => `<table><tr><td>${content.replaceAll('\n', ' ')}</td></tr></table>`,
  ];
}

describe('a PDF of degenerate documents', () => {
  it('prints each of them', async () => {
    const pages = Object.entries(documents).map(
      ([name, markdown]) => [name, `before\n\n${markdown}\n\nafter`] as const,
    );
    const isPrinted = async (...texts: string[]) =>
      pdfOfPages(texts).then(
        (pdf) => pdf.subarray(0, 5).toString() === '%PDF-',
        () => false,
      );
    // One book of all pages costs a fraction; only a failure needs to know which page it was.
    if (await isPrinted(...pages.map(([, markdown]) => markdown))) return;
    const failures: string[] = [];
    for (const [name, markdown] of pages) if (!(await isPrinted(markdown))) failures.push(name);
    expect(failures).toEqual([]);
    expect.unreachable('Each page is printed alone, but not all in one book.');
  });

  it('prints every nesting of them', async () => {
    await fc.assert(
      fc.asyncProperty(nested, async (markdown) => {
        expect((await pdfOf(markdown)).length).toBeGreaterThan(0);
      }),
      { numRuns: lawCount(400) },
    );
  });

  it('prints every tree', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDocument, async (tree) => {
        const markdown = documentToMarkdown(normalizeDocument(tree));
        expect((await pdfOf(markdown)).length).toBeGreaterThan(0);
      }),
      { numRuns: lawCount(300) },
    );
  });
});
