import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentTree } from '../../src/document/document-tree.ts';
import { evaluateDocument } from '../../src/document/evaluation/evaluate-document.ts';
import { rewriteBestEffort } from '../../src/document/source-preserving/rewrite-best-effort.ts';
import { markdownToDocument } from '../../src/document/markdown-to-document.ts';
import { readClaims } from '../../src/lib/conditions/read-claims.ts';
import { arbitraryDocument } from './arbitrary-document.ts';
import { expectValid } from './support.ts';
import { lawCount } from '../support/law-count.ts';

interface Known {
  page?: Record<string, string | number | boolean>;
  space?: Record<string, string | number | boolean>;
  claims?: Record<string, unknown>;
  contents?: Record<string, string>;
}

const parse = (markdown: string) => markdownToDocument(markdown, { hasFrontMatter: false });

function evaluate(tree: DocumentTree, { page, space, claims, contents }: Known = {}) {
  return evaluateDocument(tree, {
    page: page ?? {},
    space: space ?? {},
    claims: readClaims(claims ?? {}),
    contents: new Map(
      Object.entries(contents ?? {}).map(([id, markdown]) => [id, parse(markdown)]),
    ),
  });
}

/** What readers of markdown see of it, as markdown. */
function shown(markdown: string, known?: Known): string {
  return rewriteBestEffort({ stored: markdown, tree: evaluate(parse(markdown), known).tree });
}

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'key' in value && typeof value.key === 'string' ? [value.key] : [];
  return [...own, ...Object.values(value).flatMap(keysOf)];
}

it('leaves a paragraph that a condition empties with an empty text', () => {
  const markdown = '{% if visitor.claims.a %}hidden{% endif %}';
  const cell = `<table><tr><td>x</td><td>${markdown}</td></tr></table>`;
  for (const tree of [parse(cell), parse(`before ${markdown}\n\n* ${markdown}`)]) {
    const evaluated = evaluate(tree).tree;
    expect(JSON.stringify(evaluated)).not.toContain('hidden');
    expectValid(evaluated);
  }
});

describe('an expression', () => {
  it.each([
    ['page.vars.version', '4.2'],
    ['space.vars.count', '3'],
    ['space.vars.isOpen', 'true'],
    ['visitor.claims.name', 'Ada'],
    ['visitor.claims.plan == "pro" ? "yours" : "soon"', 'soon'],
    ['visitor.claims.unknown', ''],
    ['size(visitor.claims.roles)', '2'],
  ])('%s is shown as "%s"', (expression, value) => {
    const known = {
      page: { version: '4.2' },
      space: { count: 3, isOpen: true },
      claims: { name: 'Ada', plan: 'free', roles: ['a', 'b'] },
    };
    const markdown = `It is <code class="expression">${expression}</code>, here.\n`;
    expect(shown(markdown, known)).toBe(`It is ${value}, here.\n`);
    const { tree, problems } = evaluate(parse(markdown), known);
    expectValid(tree);
    expect(problems).toEqual([]);
  });

  it('is evaluated wherever text stands: in headings, lists, tables, notes and lines of code', () => {
    const braces = '{{ page.vars.v }}';
    const markdown =
      `# ${braces}\n\n- ${braces}\n\n| A |\n| - |\n| ${braces} |\n\nNote.[^1]\n\n` +
      `<pre><code>a <code class="expression">page.vars.v</code>\n</code></pre>\n\n[^1]: ${braces}\n`;
    const { tree } = evaluate(parse(markdown), { page: { v: 'value' } });
    expectValid(tree);
    const json = JSON.stringify(tree);
    expect(json).not.toContain('page.vars');
    expect(json.split('"value"').length - 1).toBeGreaterThanOrEqual(5);
  });

  it('puts in text and nothing else, on one line', () => {
    expect(shown('A {{ page.vars.v }} b.\n', { page: { v: '**x**\n# y' } })).toBe(
      'A \\*\\*x\\*\\* # y b.\n',
    );
  });

  it.each([
    ['page.vars.missing', 'has no value: no such key: missing'],
    ['page.vars.toString', 'has no value: no such key: toString'],
    ['page.vars.a +', expect.stringMatching(/^is not a valid expression, at line 1, column 14: /)],
    [
      'user.name',
      expect.stringMatching(/^is not a valid expression, .*: unknown variable: user\n/),
    ],
    ['page.vars', 'is not a text, number or boolean'],
    ['visitor.claims.roles', 'is not a text, number or boolean'],
  ])('%s stays as it is written, and it is told why', (expression, problem) => {
    const tree = parse(`A <code class="expression">${expression}</code>.\n`);
    const evaluated = evaluate(tree, { page: { a: 1 }, claims: { roles: ['a'] } });
    expect(evaluated).toEqual({ tree, problems: [{ source: expression, problem }] });
  });

  it('in the braces of other languages is text', () => {
    const markdown = 'Write {{ .Values.name }} or {{ user.name }}, and `{{ page.vars.a }}`.\n';
    const tree = parse(markdown);
    expect(evaluate(tree, { page: { a: 'x' } })).toEqual({ tree, problems: [] });
  });
});

describe('content with a condition', () => {
  const markdown = '{% if visitor.claims.isBeta %}\nBeta {{ page.vars.v }}.\n{% endif %}\n\nAll.\n';

  it('stands for those for whom it holds, and is gone for the others', () => {
    const page = { v: '2' };
    expect(shown(markdown, { page, claims: { isBeta: true } })).toBe('Beta 2.\n\nAll.\n');
    expect(shown(markdown, { page, claims: { isBeta: false } })).toBe('All.\n');
    expect(shown(markdown, { page })).toBe('All.\n');
  });

  it('that is broken or no boolean is gone, and a broken one is told', () => {
    for (const condition of ['visitor.claims.a ||', 'page.vars.none', '"yes"']) {
      const { tree, problems } = evaluate(parse(`{% if ${condition} %}\nA\n{% endif %}\n\nB\n`));
      expect(JSON.stringify(tree)).not.toContain('"A"');
      expect(problems.map(({ source }) => source)).toEqual(
        condition === '"yes"' ? [] : [condition],
      );
    }
  });

  it('leaves an empty paragraph where something must stand', () => {
    const within = '{% hint style="info" %}\n{% if false %}\nA\n{% endif %}\n{% endhint %}\n';
    for (const text of ['{% if false %}\nA\n{% endif %}\n', within]) {
      const { tree } = evaluate(parse(text));
      expectValid(tree);
      expect(tree.nodes).toHaveLength(1);
    }
  });

  it('can stand within another', () => {
    const inner = (a: boolean, b: boolean) =>
      shown(`{% if ${a} %}\nA\n\n{% if ${b} %}\nB\n{% endif %}\n\nC\n{% endif %}\n\nD\n`);
    expect(inner(true, true)).toBe('A\n\nB\n\nC\n\nD\n');
    expect(inner(true, false)).toBe('A\n\nC\n\nD\n');
    expect(inner(false, true)).toBe('D\n');
  });
});

describe('included content', () => {
  it('stands in the place of the include, evaluated for the page that includes it', () => {
    const known = { page: { v: '7' }, contents: { rc_a: 'From {{ page.vars.v }}.\n' } };
    const markdown = 'Before.\n\n{% include "rc_a" %}\n\nAfter.\n';
    expect(shown(markdown, known)).toBe('Before.\n\nFrom 7.\n\nAfter.\n');
  });

  it('has keys of its own in each place', () => {
    const contents = { rc_a: 'A\n\n{% include "rc_b" %}\n', rc_b: 'B\n\n- C\n' };
    const { tree } = evaluate(parse('{% include "rc_a" %}\n\nA\n\n{% include "rc_a" %}\n'), {
      contents,
    });
    expectValid(tree);
    const keys = keysOf(tree);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('fits into what can be opened', () => {
    const contents = {
      rc_a: '{% tabs %}\n{% tab title="One" %}\nA\n{% endtab %}\n{% endtabs %}\n',
    };
    const { tree } = evaluate(
      parse('<details>\n\n<summary>S</summary>\n\n{% include "rc_a" %}\n\n</details>\n'),
      { contents },
    );
    expectValid(tree);
    expect(JSON.stringify(tree)).toContain('"One"');
  });

  it('that includes itself, is not there or is of another space stays an include', () => {
    const contents = {
      rc_a: 'A\n\n{% include "rc_b" %}\n',
      rc_b: 'B\n\n{% include "rc_a" %}\n',
    };
    const { tree, problems } = evaluate(parse('{% include "rc_a" %}\n'), { contents });
    expect(tree.nodes.map(({ type }) => type)).toEqual([
      ...['paragraph', 'paragraph', 'reusable-content'],
    ]);
    expect(problems).toEqual([{ source: 'rc_a', problem: 'includes itself' }]);
    const others =
      '{% include "a.md" %}\n\n{% include "docgraph:space/sp_1/reusable-content/rc_a" %}\n';
    const unknown = evaluate(parse(others), { contents });
    expect(unknown.tree).toEqual(parse(others));
    expect(unknown.problems).toMatchObject([{ source: 'a.md' }, { source: 'rc_a' }]);
  });

  it('within more than ten others, or over five million characters, stays an include', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`c${index}`, `{% include "c${index + 1}" %}\n`]),
    );
    const deep = evaluate(parse('{% include "c0" %}\n'), { contents: chain });
    expect(deep.problems).toEqual([
      { source: 'c10', problem: 'is included within more than 10 others' },
    ]);
    const bomb = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [
        `b${index}`,
        `${'x'.repeat(1000)}\n\n${`{% include "b${index + 1}" %}\n\n`.repeat(10)}`,
      ]),
    );
    const { tree, problems } = evaluate(parse('{% include "b0" %}\n'), { contents: bomb });
    expect(problems.map(({ problem }) => problem)).toContain(
      'brings what is included over 5000000 characters as JSON',
    );
    expect(JSON.stringify(tree).length).toBeLessThan(15_000_000);
  });
});

describe('the limits of a document', () => {
  it('end what expressions may cost: what is over them stays as it is written', () => {
    const long = Array.from(
      { length: 200 },
      (_, index) => `<code class="expression">"${String(index).padStart(1000, '0')}"</code>\n\n`,
    ).join('');
    const costly = evaluate(parse(long));
    expect(costly.problems).toHaveLength(100);
    expect(costly.problems[0]?.problem).toBe('brings the expressions over 100000 characters');
    const wide = evaluate(parse('{{ page.vars.v }} '.repeat(6000)), {
      page: { v: 'v'.repeat(256) },
    });
    expect(wide.problems).toEqual([
      { source: 'page.vars.v', problem: 'brings the values over 1000000 characters' },
    ]);
  });
});

/** Something of each kind that can be evaluated. */
const evaluable = /"(?:expression|if|reusable-content)"/;

describe('of any document', () => {
  const known: Known = {
    page: { x: 'value' },
    contents: { 'a.md': 'Included {{ page.vars.x }}.\n' },
  };

  it('the evaluated form is a document, and evaluating it again changes nothing', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        const { tree } = evaluate(document, known);
        expectValid(tree);
        expect(evaluate(tree, known).tree).toBe(tree);
        expect(evaluate(structuredClone(document), known).tree).toEqual(tree);
      }),
      { numRuns: lawCount(150) },
    );
  });

  it('without anything to evaluate, the evaluated form is the document itself', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        fc.pre(!evaluable.test(JSON.stringify(document)));
        expect(evaluate(document, known)).toEqual({ tree: document, problems: [] });
        expect(evaluate(document, known).tree).toBe(document);
      }),
      { numRuns: lawCount(50) },
    );
  });
});
