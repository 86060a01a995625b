import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHeading } from '../../../../src/document/is-heading.ts';
import { markdownToDocument } from '../../../../src/document/markdown-to-document.ts';
import { specificationPages } from '../../../../src/features/openapi-specs/documents/specification-pages.ts';
import { demoteHeadings } from '../../../../src/features/openapi-specs/documents/demote-headings.ts';
import { petStore } from '../support.ts';

const description = `# Limits

Ask *slowly*.

## Per minute ##

\`\`\`sh
# 60 a minute
curl https://example.com
\`\`\`

Per day
-------

* one
* #two

    # code

<h1>Errors</h1>
`;

/** The headings of a text at its top, each with its level. */
function outlineOf(markdown: string): string[] {
  return markdownToDocument(markdown)
    .nodes.filter(isHeading)
    .map(({ type, nodes }) => {
      const texts = nodes.flatMap((node) => (node.object === 'text' ? node.leaves : []));
      return `${type.slice(-1)} ${texts.map(({ text }) => text).join('')}`;
    });
}

describe('a heading in a description', () => {
  it('stands below that of the operation, the model, the tag or the page it is of', () => {
    const responses = { 200: { description: 'ok' } };
    const operation = { tags: ['pets'], summary: 'List', description, responses };
    const pages = specificationPages(
      petStore({
        info: { title: 'Pets', version: '1', description },
        tags: [{ name: 'pets', description: '## All\n\n### More\n\n# Top' }],
        paths: { '/a': { get: operation, post: { ...operation, summary: 'Add' } } },
        components: {
          schemas: { Pet: { type: 'object', description: 'Pet\n===\n\nAn animal.' } },
          securitySchemes: { key: { type: 'http', scheme: 'basic', description: '# *Old*\n\nx' } },
        },
      }),
      'spec_1',
    );
    const below = ['3 Limits', '3 Per minute', '3 Per day', '3 Errors'];
    expect(pages.map(({ markdown }) => outlineOf(markdown))).toEqual([
      ['2 Limits', '3 Per minute', '3 Per day', '2 Errors', '2 Authentication', '3 key'],
      ['3 All', '3 More', '2 Top', '2 List', ...below, '2 Add', ...below],
      ['2 Pet', '3 Pet'],
    ]);
    expect(pages[0]?.markdown).toMatch(/\n\n(?:\*\*_Old_\*\*|_\*\*Old\*\*_|\*\*\*Old\*\*\*)\n\nx$/);
  });

  it('leaves all else as it is written, code with hashes too', () => {
    const [above, rest] = ['Text with a # in *it*.\n\n', '\n\n~~~\n# no\n~~~\n\n*  item\n'];
    expect(demoteHeadings(`${above}# Yes${rest}`, 2)).toBe(`${above}### Yes${rest}`);
    const without = '```\n# a\n```\n\n    # b\n\n`# c` #d \\# e\n';
    expect(demoteHeadings(without, 2)).toBe(without);
    expect(demoteHeadings('### A\n\n#### B\n', 2)).toBe('### A\n\n#### B\n');
  });

  it('are looked for in one pass: many blank lines took the square of their number', () => {
    const blank = `a${'\n'.repeat(200_000)}b`;
    expect(demoteHeadings(blank, 1)).toBe(blank);
  });

  it('is never above the one that it stands under', () => {
    const line = fc.constantFrom(
      '# A',
      '## B',
      '### C',
      'D\n===',
      '<h1>E</h1>',
      '> # F',
      '',
      'text',
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom(1, 2, 3), (lines, under) => {
        const { nodes } = markdownToDocument(demoteHeadings(lines.join('\n'), under));
        const levels = JSON.stringify(nodes).match(/(?<="type":"heading-)\d/g) ?? [];
        expect(levels.filter((level) => Number(level) <= under)).toEqual([]);
      }),
    );
  });
});
