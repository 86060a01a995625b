import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSummary } from '../../../src/document/docs-folder/parse-summary.ts';
import { readOutline } from '../../../src/document/docs-folder/parse-summary.worker.ts';
import type { SummaryNode } from '../../../src/document/docs-folder/parse-summary.ts';

/** `title|target` or `title`, groups as `# title`, two spaces a level. */
function outline(text: string, depthMax = 30): string[] {
  return draw(parseSummary(text, depthMax), '');
}

function draw(nodes: SummaryNode[], indent: string): string[] {
  return nodes.flatMap(({ kind, title, target, children }) => [
    `${indent}${kind === 'heading' ? '# ' : ''}${title}${target === undefined ? '' : `|${target}`}`,
    ...draw(children, `${indent}  `),
  ]);
}

describe('nesting', () => {
  test.each([
    ['two spaces', '* [A](a.md)\n  * [B](b.md)\n    * [C](c.md)\n* [D](d.md)'],
    ['four spaces', '- [A](a.md)\n    - [B](b.md)\n        - [C](c.md)\n- [D](d.md)'],
    ['tabs', '+ [A](a.md)\n\t+ [B](b.md)\n\t\t+ [C](c.md)\n+ [D](d.md)'],
    ['a mixture', '* [A](a.md)\n    - [B](b.md)\n\t\t+ [C](c.md)\n* [D](d.md)'],
    ['wide markers', '*   [A](a.md)\n  *   [B](b.md)\n    *   [C](c.md)\n*   [D](d.md)'],
    ['an indented list', ' * [A](a.md)\n   * [B](b.md)\n     * [C](c.md)\n * [D](d.md)'],
    ['numbers', '1. [A](a.md)\n   1. [B](b.md)\n      1. [C](c.md)\n2. [D](d.md)'],
    ['CRLF, BOM', '\uFEFF* [A](a.md)\r\n  * [B](b.md)\r\n    * [C](c.md)\r\n* [D](d.md)\r\n'],
    ['jumps', '* [A](a.md)\n        * [B](b.md)\n              * [C](c.md)\n* [D](d.md)'],
  ])('by %s', (_name, text) => {
    expect(outline(text)).toEqual(['A|a.md', '  B|b.md', '    C|c.md', 'D|d.md']);
  });

  test('deeper than the limit joins the deepest level', () => {
    expect(outline('* [A](a)\n  * [B](b)\n    * [C](c)\n      * [D](d)', 2)).toEqual([
      'A|a',
      '  B|b',
      '  C|c',
      '  D|d',
    ]);
  });
});

describe('headings', () => {
  test('the first is the title of the whole, later ones open groups, a rule closes one', () => {
    const text =
      '# Contents\n* [A](a)\n## One\n* [B](b)\n### Two\n* [C](c)\n***\n* [D](d)\n# Three';
    expect(outline(text)).toEqual(['A|a', '# One', '  B|b', '# Two', '  C|c', 'D|d', '# Three']);
  });

  test('an anchor in a heading is no text, a link in it is the first page', () => {
    const text = '## <a href="#x" id="x"></a>Setup\n* [A](a)\n## [Use](use.md)\n* [B](b)';
    expect(outline(text)).toEqual(['# Setup', '  A|a', '# Use', '  Use|use.md', '  B|b']);
  });
});

describe('entries', () => {
  test.each([
    ['an angle-bracketed target', '* [A](<a b.md>)', 'A|a b.md'],
    ['a bare target with a space', '* [A](a b.md)', 'A|a b.md'],
    ['a target as it is encoded', '* [A](a%20b.md)', 'A|a%20b.md'],
    ['a link title', '* [A](a.md "Long title")', 'A|a.md'],
    ['escapes', '* [snake\\_case \\[x\\] &amp; y](a.md)', 'snake_case [x] & y|a.md'],
    ['code and bold', '* [The `run` **command**](a.md)', 'The run command|a.md'],
    ['an image', '* [![icon](i.png) A](a.md)', 'icon A|a.md'],
    ['a line break', '* [A\n  long title](a.md)', 'A long title|a.md'],
    ['a task box', '* [x] [A](a.md) (new)', 'A|a.md'],
    ['an empty text', '* [](a.md)', '|a.md'],
    ['an address', '* [A](https://example.org/?a=b&c)', 'A|https://example.org/?a=b&c'],
    ['a script', '* [A](javascript:alert(1))', 'A|javascript:alert(1)'],
    ['no link', '* Soon', 'Soon'],
    ['zero-width spaces', '* [A\u200B](a.md\u200B)', 'A|a.md'],
  ])('%s', (_name, text, expected) => {
    expect(outline(text)).toEqual([expected]);
  });

  test('comments, even indented and around bullets, are not there', () => {
    const text = '* [A](a)\n  <!--\n* [B](b)\n-->\n  * [C](c)\n<!-- * [D](d) -->\n* [E](e)';
    expect(outline(text)).toEqual(['A|a', '  C|c', 'E|e']);
  });

  test('a bullet that is only a mark stands for the bullets in it', () => {
    expect(outline('* * [A](a)\n* [B](b)')).toEqual(['A|a', 'B|b']);
  });

  test.each(['', '\n\n', '# Title', 'Some text', '<!-- -->', '***'])('none in %j', (text) => {
    expect(outline(text)).toEqual([]);
  });
});

const title = fc.stringMatching(/^[A-Z][a-z0-9]*( [A-Za-z0-9]{1,8}){0,2}$/);
const bullets = fc.letrec<{ nodes: SummaryNode[] }>((tie) => ({
  nodes: fc.array(
    fc.record({
      kind: fc.constant('bullet' as const),
      title,
      target: fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,2}\.md$/),
      children: fc.oneof({ maxDepth: 5 }, fc.constant<SummaryNode[]>([]), tie('nodes')),
    }),
    { maxLength: 4 },
  ),
})).nodes;
const style = fc.record({
  unit: fc.constantFrom('  ', '    ', '\t', '   '),
  marker: fc.constantFrom('*', '-', '+'),
  newline: fc.constantFrom('\n', '\r\n'),
});

function write(nodes: SummaryNode[], unit: string, marker: string, depth = 0): string[] {
  return nodes.flatMap((node) => [
    `${unit.repeat(depth)}${marker} [${node.title}](${node.target ?? ''})`,
    ...write(node.children, unit, marker, depth + 1),
  ]);
}

test('any tree, written in any style, is read as the same tree', () => {
  const groups = fc.array(fc.record({ title, children: bullets }), { maxLength: 3 });
  fc.assert(
    fc.property(bullets, groups, style, (first, rest, { unit, marker, newline }) => {
      const tree = [...first, ...rest.map((group) => ({ kind: 'heading' as const, ...group }))];
      const lines = ['# Contents', '', ...write(first, unit, marker)];
      for (const group of rest) {
        lines.push('', `## ${group.title}`, '', ...write(group.children, unit, marker));
      }
      expect(parseSummary(lines.join(newline), 30)).toEqual(tree);
    }),
  );
});

test('as many entries as may be are read, and it is said whether there are more', () => {
  const text = '* [A](a)\n  * [B](b)\n    * [C](c)\n* [D](d)';
  const read = (countMax: number) => {
    const { nodes, isCut } = readOutline({ text, depthMax: 30, countMax });
    return [draw(nodes, ''), isCut];
  };
  expect(read(4)).toEqual([['A|a', '  B|b', '    C|c', 'D|d'], false]);
  expect(read(2)).toEqual([['A|a', '  B|b'], true]);
});
