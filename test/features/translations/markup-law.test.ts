import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownToDocument } from '../../../src/document/markdown-to-document.ts';
import { blankTree } from '../../../src/features/translations/text/blank-tree.ts';
import { keepsMarkup } from '../../../src/features/translations/text/markup-html.ts';
import {
  applyAnswers,
  readSegments,
} from '../../../src/features/translations/translate-text.worker.ts';
import { inCapitals } from '../../support/translation-server.ts';
import { lawCount } from '../../support/law-count.ts';

const word = fc.constantFrom(
  'read',
  'the',
  'guide',
  'Ünï',
  '5',
  '*',
  '_x_',
  'a<b',
  '&amp;',
  '日本',
);
const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((some) => some.join(' '));
const inline = fc.oneof(
  words,
  words.map((text) => `**${text}**`),
  words.map((text) => `*${text}*`),
  words.map((text) => `\`${text}\``),
  words.map((text) => `[${text}](guide.md#anchor)`),
  words.map((text) => `![${text}](picture.png)`),
  fc.constantFrom('https://example.com/path', '{{ page.vars.name }}', '$$x^2$$', ':smile:'),
  fc.constantFrom('<kbd>Ctrl</kbd>', 'line  \nbreak', '<mark style="color:red;">red</mark>'),
);
const line = fc.array(inline, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '));
const block = fc.oneof(
  { weight: 4, arbitrary: line },
  line.map((text) => `## ${text.replaceAll('\n', ' ')}`),
  fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((i) => `* ${i.replaceAll('\n', ' ')}`).join('\n')),
  line.map((text) => `> ${text.replaceAll('\n', ' ')}`),
  words.map((text) => `\`\`\`js\n${text}\n\`\`\``),
  words.map((text) => `{% hint style="info" %}\n${text}\n{% endhint %}`),
  words.map((text) => `{% tabs %}\n{% tab title="One" %}\n${text}\n{% endtab %}\n{% endtabs %}`),
  words.map((text) => `| A | B |\n| - | - |\n| ${text.replaceAll('|', '')} | \`x\` |`),
  words.map((text) => `<details>\n\n<summary>More</summary>\n\n${text}\n\n</details>`),
  fc.constantFrom(
    '{% if visitor.claims.x %}\nSeen.\n{% endif %}',
    '***',
    '<div data-x="y">raw</div>',
  ),
);
const document = fc
  .array(block, { minLength: 1, maxLength: 6 })
  .map((blocks) => `${blocks.join('\n\n')}\n`);

const blankOf = (markdown: string) =>
  blankTree(markdownToDocument(markdown, { hasFrontMatter: false }));

/** What translators do: well, with markup of their own, with other words that look like markup. */
const answerOf = fc.constantFrom<(html: string) => string>(
  inCapitals,
  (html) => html,
  (html) => `{{ page.vars.other }} ${html}`,
  (html) => `# ${html} **bold** [link](x)`,
  (html) => html.replaceAll(/[a-z]+/g, 'x_y*z'),
  (html) => `${html}\n\n* new`,
);

describe('the law of markup', () => {
  it('leaves a document the same but for its texts, whatever a translator answers', () => {
    fc.assert(
      fc.property(document, answerOf, (markdown, translate) => {
        const segments = readSegments({ markdown, terms: [] });
        const answers = segments.map(({ html }) => {
          const answer = translate(html);
          return keepsMarkup(html, answer) ? answer : null;
        });
        const applied = applyAnswers({ markdown, terms: [], answers });
        expect(blankOf(applied.markdown)).toBe(blankOf(markdown));
      }),
      { numRuns: lawCount(300) },
    );
  });

  it('keeps a text byte for byte when nothing is translated', () => {
    fc.assert(
      fc.property(document, (markdown) => {
        const answers = readSegments({ markdown, terms: [] }).map(() => null);
        expect(applyAnswers({ markdown, terms: [], answers }).markdown).toBe(markdown);
      }),
      { numRuns: lawCount(100) },
    );
  });

  it.each([
    ['an element is lost', 'a <span id="1">b</span>', 'A B'],
    ['an element is new', 'a', '<b>A</b>'],
    [
      'an element appears twice',
      '<span id="1">b</span>',
      '<span id="1">B</span><span id="1">B</span>',
    ],
    [
      'an element is in another',
      '<span id="1">a</span><span id="2">b</span>',
      '<span id="1">A<span id="2">B</span></span>',
    ],
    ['an element is emptied', 'a <span id="1">b</span>', 'A B <span id="1"></span>'],
    ['nothing is left', 'a', ''],
  ])('refuses an answer in which %s', (_, html, answer) => {
    expect(keepsMarkup(html, answer)).toBe(false);
  });

  it('takes another order of elements, as another language needs it', () => {
    const markdown = 'Press **Save** in [the menu](x.md).\n';
    const [segment] = readSegments({ markdown, terms: [] });
    const answer = 'In <span id="2">dem Menü</span> <span id="1">Sichern</span> drücken.';
    expect(keepsMarkup(segment?.html ?? '', answer)).toBe(true);
    expect(applyAnswers({ markdown, terms: [], answers: [answer] })).toEqual({
      markdown: 'In [dem Menü](x.md) **Sichern** drücken.\n',
      refused: [],
    });
  });

  it('keeps to terms, at the beginning of a sentence as well', () => {
    const terms = [
      { source: 'space', target: 'Bereich' },
      { source: 'docgraph', target: 'docgraph' },
    ];
    const markdown = 'Space of docgraph, spaces.\n';
    const [segment] = readSegments({ markdown, terms });
    const applied = applyAnswers({ markdown, terms, answers: [inCapitals(segment?.html ?? '')] });
    expect(applied.markdown).toBe('Bereich OF docgraph, SPACES.\n');
  });
});
