import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block } from '../../src/document/document-tree.ts';
import { markdownToDocument } from '../../src/document/markdown-to-document.ts';
import { blockTexts } from '../../src/document/tree-text.ts';
import { hostileMarkdown } from './hostile-markdown.ts';
import { expectValid } from './support.ts';
import { lawCount } from '../support/law-count.ts';

const pieces = [
  ...[
    '{% hint style="info" %}',
    '{% endhint %}',
    '{% tabs %}',
    '{% tab title="A" %}',
    '{% endtab %}',
  ],
  ...['{% endtabs %}', '{% code title="x" %}', '{% endcode %}', '{% stepper %}', '{% step %}'],
  ...['{% endstep %}', '{% endstepper %}', '{% embed url="u" %}', '{% endembed %}', '{% if a %}'],
  ...[
    '{% include "a.md" %}',
    '{% file src="f" %}',
    '{% swagger method="get" %}',
    '{% @a/b c="d" %}',
  ],
  ...[
    '<details>',
    '<summary>',
    '</summary>',
    '</details>',
    '<table>',
    '<tr><th data-type="select">',
  ],
  ...['<td>', '</table>', '<figure><img src="a"><figcaption>', '</figcaption></figure>', '<div>'],
  ...['<b>', '</b>', '<mark>', '</mark>', '<a href="x">', '</a>', '<br>', '<x>', '<!--', '-->'],
  ...['> ', '- ', '- [ ] ', '3. ', '# ', '###### ', '|a|b|', '|-|-|', '```', '***', '---', '$$'],
  ...[
    '**',
    '*',
    '`',
    '~~',
    '![a](b)',
    '[a](b)',
    '[^1]',
    '[^1]: ',
    ':smile:',
    '{#id}',
    '&lt;',
    '\\',
  ],
  ...['\n', '\n', '\n\n', '\n\n', ' ', '    ', '\t', '\r\n', 'word', '\u0000', '\ud800', '漢字'],
];
const markdownLike = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength: 60 })
  .map((parts) => parts.join(''));
const word = fc.stringMatching(/^[a-z]{1,8}$/);

function collectKeys(nodes: readonly Block[]): string[] {
  return [...JSON.stringify(nodes).matchAll(/"key":"([^"]+)"/g)].map((match) => match[1] ?? '');
}

describe('whatever the markdown', () => {
  test('the tree is valid, the same each time, and its keys are unique', () => {
    fc.assert(
      fc.property(markdownLike, (markdown) => {
        const tree = markdownToDocument(markdown);
        expectValid(tree);
        expect(markdownToDocument(markdown)).toEqual(tree);
        const keys = collectKeys(tree.nodes);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: lawCount(500) },
    );
  });

  // What stands between the items of a container follows the container, so order is no promise.
  test('the words of paragraphs are in the tree, wherever tags stand', () => {
    const tag = fc.constantFrom(...pieces.filter((piece) => /^\{%|^<(?:details|div)>/.test(piece)));
    const paragraphs = fc.array(fc.tuple(fc.option(tag), fc.array(word, { minLength: 1 })));
    fc.assert(
      fc.property(paragraphs, (parts) => {
        const markdown = parts.map(([before, words]) => `${before ?? ''}\n\n${words.join(' ')}`);
        const text = blockTexts(markdownToDocument(markdown.join('\n\n')).nodes).join('\n');
        for (const [, words] of parts) expect(text).toContain(words.join(' '));
      }),
    );
  });
});

describe('keys', () => {
  const keyOf = (markdown: string, text: string) => {
    const nodes = markdownToDocument(markdown).nodes;
    return nodes.find((node) => blockTexts([node]).join('') === text)?.key;
  };

  test('stay with their block when another is inserted before it', () => {
    expect(keyOf('a\n\nb', 'b')).toMatch(/^\w{11,}$/);
    expect(keyOf('new\n\na\n\nb', 'b')).toBe(keyOf('a\n\nb', 'b'));
    expect(keyOf('a\n\nb changed', 'b changed')).not.toBe(keyOf('a\n\nb', 'b'));
  });

  test('of equal blocks are numbered', () => {
    const [first, second] = markdownToDocument('a\n\na').nodes;
    expect(second?.key).toBe(`${first?.key}-2`);
  });
});

describe('hostile markdown ends in a valid tree', () => {
  test.each(hostileMarkdown)('%s', (_name, markdown) => {
    const tree = markdownToDocument(markdown);
    expectValid(tree);
    expect(JSON.stringify(tree).length).toBeLessThan(50_000_000);
  });

  test('what is nested too deeply is text', () => {
    const { nodes } = markdownToDocument(`${'>'.repeat(500)} end`);
    expect(blockTexts(nodes).join(' ')).toMatch(/^>+ end$/);
  });

  test('what is beyond the limit of lines is code', () => {
    const { nodes } = markdownToDocument(`${'a\n'.repeat(30_000)}# end`);
    expect(nodes).toHaveLength(2);
    expect(blockTexts(nodes)[1]).toBe('# end');
  });
});

const realDocs = path.resolve(import.meta.dirname, '../../../shared/real-docs');

describe.skipIf(!existsSync(realDocs))('real documentation', () => {
  const files = existsSync(realDocs) ? listMarkdown() : [];

  test('all pages have valid trees that keep the text of every paragraph', () => {
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) {
      const markdown = readFileSync(path.join(realDocs, file), 'utf8');
      const tree = markdownToDocument(markdown);
      expectValid(tree);
      const text = toLetters(blockTexts(tree.nodes).join(' '));
      const missing = paragraphLetters(markdown).filter((letters) => !text.includes(letters));
      expect({ file, missing }).toEqual({ file, missing: [] });
    }
  });
});

function listMarkdown(): string[] {
  const files = readdirSync(realDocs, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.md'));
}

/** Paragraph lines of plain text, without what needs markdown to be understood. */
function paragraphLetters(markdown: string): string[] {
  return markdown
    .split(/\r?\n/)
    .filter((line) => /^[A-Za-z][^[\]<>&\\!|{}]*$/.test(line))
    .map(toLetters);
}

function toLetters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
