import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printFormula } from '../../../src/features/pdf/typesetting/print-formula.ts';
import { lawCount } from '../../support/law-count.ts';
import { hasPoppler, readPdf } from '../../support/poppler.ts';
import { pdfOf, pdfOfPages } from './support.ts';

/** Commands with the number of their arguments. */
const commands: Readonly<Record<string, number>> = {
  ...{ frac: 2, sqrt: 1, binom: 2, overline: 1, underline: 1, overbrace: 1, underbrace: 1 },
  ...{ hat: 1, vec: 1, tilde: 1, widehat: 1, dot: 1, ddot: 1, bar: 1, acute: 1, mathring: 1 },
  ...{ mathbb: 1, mathbf: 1, mathcal: 1, mathfrak: 1, mathsf: 1, mathtt: 1, mathrm: 1, mathit: 1 },
  ...{ text: 1, textbf: 1, operatorname: 1, boxed: 1, cancel: 1, phantom: 1, stackrel: 2 },
  ...{ overset: 2, underset: 2, xrightarrow: 1, boldsymbol: 1, substack: 1, tag: 1, not: 1 },
};
const signs = [
  ...[
    'x',
    'y',
    '1',
    '23',
    '+',
    '-',
    '=',
    '<',
    '(',
    ')',
    '[',
    '|',
    '!',
    ',',
    "'",
    '/',
    'ä',
    '中',
    ' ',
  ],
  ...['\\alpha', '\\Omega', '\\infty', '\\sum', '\\int', '\\prod', '\\lim', '\\sin', '\\to'],
  ...['\\leq', '\\in', '\\forall', '\\cdot', '\\times', '\\ldots', '\\quad', '\\,', '\\!', '\\;'],
  ...['\\partial', '\\nabla', '\\mid', '\\{', '\\}', '\\langle', '\\|', '\\degree', '\\limits'],
  ...['\\#', '\\$', '\\%', '\\&', '\\_', '\\backslash', '\\hbar', '\\prime', '\\iiint', '\\oint'],
];
const environments = [
  'matrix',
  'pmatrix',
  'bmatrix',
  'vmatrix',
  'cases',
  'aligned',
  'array',
  'gathered',
];

const { formula } = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    fc.array(fc.constantFrom(...signs), { maxLength: 4 }).map((all) => all.join(' ')),
    fc
      .tuple(fc.constantFrom(...Object.keys(commands)), tie('formula'), tie('formula'))
      .map(
        ([name, one, other]) =>
          `\\${name}${[one, other].slice(0, commands[name]).map(group).join('')}`,
      ),
    fc
      .tuple(tie('formula'), tie('formula'), fc.constantFrom('^', '_', ''))
      .map(([base, script, sign]) => `${group(base)}${sign}${group(script)}`),
    tie('formula').map((inner) => `\\left( ${inner} \\right.`),
    fc
      .tuple(fc.constantFrom(...environments), fc.array(tie('formula'), { maxLength: 4 }))
      .map(([name, cells]) => {
        const columns = name === 'array' ? '{rcl}' : '';
        return `\\begin{${name}}${columns} ${cells.join(' & ')} \\\\ ${cells.join(' \\\\ ')} \\end{${name}}`;
      }),
  ),
}));

function group(inner: string): string {
  return `{${inner}}`;
}

describe('a formula in a PDF', () => {
  it.skipIf(!hasPoppler)('is set as what it names; one that is broken as its source', async () => {
    const formulas = '$$\\alpha_1 \\in \\mathbb{R}$$ and $$\\sin x \\leq \\sqrt{x}$$.';
    const broken = '$$\\frac{a$$\n\n$$\n\\sum_{i=0}^{n} i^2\n$$\n';
    const { text } = readPdf(await pdfOf(`${formulas}\n\n${broken}`));
    const plain = text.normalize('NFKC').replaceAll(/\s+/g, ' ');
    expect(plain).toMatch(/α ?1 ?∈ ?ℝ|α ?1 ?∈ ?R/);
    expect(plain).toMatch(/sin x ?≤ ?√ ?x/);
    expect(plain).toContain('\\frac{a');
    expect(plain).toContain('∑');
  });

  it('has two dimensions: fractions, roots, matrices, and delimiters that grow', () => {
    expect(printFormula('\\frac{a+1}{2}')).toMatchObject([{ math: 'fraction', line: true }]);
    expect(printFormula('\\sqrt[3]{x}')).toMatchObject([{ math: 'root', index: [{ text: '3' }] }]);
    expect(printFormula('\\left(\\binom{n}{k}\\right)')).toMatchObject([{ math: 'fence' }]);
    expect(JSON.stringify(printFormula('\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}'))).toMatch(
      /"rows":\[\[\[.*\],\[.*\]\],\[\[.*\],\[.*\]\]\]/,
    );
  });

  it('is its source when it is too deep, too long, or expands without end', async () => {
    const deep = `${'\\sqrt{'.repeat(200)}x${'}'.repeat(200)}`;
    for (const source of [deep, 'x+'.repeat(4000), '\\def\\a{\\a\\a}\\a']) {
      expect(printFormula(source)).toBeUndefined();
    }
    expect((await pdfOf(`$$${deep}$$`)).length).toBeGreaterThan(0);
  });

  it('is printed, whatever it is made of', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(formula, { minLength: 10, maxLength: 30 }), async (formulas) => {
        const pages = formulas.map((one) => `$$\n${one}\n$$\n\nInline $$${one}$$ and more.`);
        expect((await pdfOfPages(pages)).length).toBeGreaterThan(0);
      }),
      { numRuns: lawCount(100) },
    );
  });
});
