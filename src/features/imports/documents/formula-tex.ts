import katex from 'katex';
import { decodeXML } from 'entities';
import type { WordElement, WordNode } from './word-xml.ts';

/** A formula as TeX; undefined where it has something that TeX has no form for. */
export function formulaTex(formula: WordElement): string | undefined {
  const tex = texIn(formula).replaceAll(/\s+/g, ' ').trim();
  try {
    katex.renderToString(tex, { throwOnError: true, strict: 'ignore', output: 'mathml' });
    return tex;
  } catch {
    return undefined;
  }
}

/** The characters of a formula, in a row. */
export function formulaText(formula: WordElement): string {
  return formula
    .find(({ name }) => name === 'm:t')
    .map(({ children }) => textOf(children))
    .join('');
}

type Writer = (element: WordElement) => string;

/** How the forms of formulas are written that Word has. */
const writers: Readonly<Record<string, Writer>> = {
  'm:r': writeRun,
  'm:f': writeFraction,
  'm:sSup': (one) => `${base(one)}^${group(one, 'm:sup')}`,
  'm:sSub': (one) => `${base(one)}_${group(one, 'm:sub')}`,
  'm:sSubSup': (one) => `${base(one)}_${group(one, 'm:sub')}^${group(one, 'm:sup')}`,
  'm:sPre': (one) => `{}_${group(one, 'm:sub')}^${group(one, 'm:sup')}${base(one)}`,
  'm:rad': writeRoot,
  'm:nary': writeLargeOperator,
  'm:d': writeBrackets,
  'm:func': (one) => `${functionName(one.child('m:fName'))}${group(one, 'm:e')}`,
  'm:limLow': (one) => `\\underset${group(one, 'm:lim')}${base(one)}`,
  'm:limUpp': (one) => `\\overset${group(one, 'm:lim')}${base(one)}`,
  'm:acc': writeAccent,
  'm:bar': (one) => `\\${valueOf(one, 'm:pos') === 'top' ? 'over' : 'under'}line${base(one)}`,
  'm:borderBox': (one) => `\\boxed${base(one)}`,
  'm:phant': (one) => (valueOf(one, 'm:show') === '0' ? `\\phantom${base(one)}` : base(one)),
  'm:groupChr': writeBrace,
  'm:m': (one) => environment('matrix', one.elements.filter(isNamed('m:mr')).map(writeRow)),
  'm:eqArr': (one) => environment('aligned', one.elements.filter(isNamed('m:e')).map(writeLine)),
};

/** What stands in an element, in a row; the properties of it are no part of that. */
function texIn(element: WordElement | undefined): string {
  if (!element) return '';
  return element.elements
    .filter(({ name }) => !name.endsWith('Pr') && !/^w:(?:del|moveFrom)$/.test(name))
    .map((child) => (Object.hasOwn(writers, child.name) ? writers[child.name] : texIn)?.(child))
    .join('');
}

function isNamed(wanted: string): (element: WordElement) => boolean {
  return ({ name }) => name === wanted;
}

function group(element: WordElement, name: string): string {
  return `{${texIn(element.child(name))}}`;
}

function base(element: WordElement): string {
  return group(element, 'm:e');
}

/** A property of a form, such as its sign; undefined when nothing is said. */
function valueOf(element: WordElement, name: string): string | undefined {
  const all = element.elements.find((child) => child.name.endsWith('Pr'));
  return all?.child(name)?.attribute('m:val');
}

/** Whether a property is set, which it is by its name alone. */
function isSet(element: WordElement, name: string): boolean {
  const all = element.elements.find((child) => child.name.endsWith('Pr'));
  const found = all?.child(name);
  return found !== undefined && !/^(?:0|off|false)$/.test(found.attribute('m:val') ?? '');
}

function textOf(nodes: readonly WordNode[]): string {
  return decodeXML(nodes.filter((node) => typeof node === 'string').join(''));
}

/** How letters look that are not in the usual italics. */
const alphabets: Readonly<Record<string, string>> = {
  'double-struck': 'mathbb',
  fraktur: 'mathfrak',
  script: 'mathcal',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};

const styles: Readonly<Record<string, string>> = { p: 'mathrm', b: 'mathbf', bi: 'boldsymbol' };

function writeRun(run: WordElement): string {
  const text = run.elements.filter(isNamed('m:t')).map(({ children }) => textOf(children));
  const written = text.join('');
  if (isSet(run, 'm:nor')) return `\\text{${escapeTex(written)}}`;
  const letters = escapeTex(written.replaceAll(/[\u{1d400}-\u{1d7ff}]/gu, plainLetter));
  const look = alphabets[valueOf(run, 'm:scr') ?? ''] ?? styles[valueOf(run, 'm:sty') ?? ''];
  return look !== undefined && /\p{L}/u.test(written) ? `\\${look}{${letters}}` : letters;
}

/** A letter that has its look in itself. */
function plainLetter(letter: string): string {
  return letter.normalize('NFKC');
}

const signs: Readonly<Record<string, string>> = {
  '\\': String.raw`\backslash `,
  '~': String.raw`\sim `,
  '^': String.raw`\wedge `,
  // What says how signs belong together, and is not seen.
  ...{ '\u2061': '', '\u2062': '', '\u2063': '', '\u2064': '' },
  '\u00a0': String.raw`\ `,
};

function escapeTex(text: string): string {
  return text.replaceAll(/[\\~^\u2061-\u2064\u00a0{}$%#&_]/g, (sign) => signs[sign] ?? `\\${sign}`);
}

function writeFraction(element: WordElement): string {
  const [above, below] = [group(element, 'm:num'), group(element, 'm:den')];
  const type = valueOf(element, 'm:type');
  if (type === 'lin' || type === 'skw') return `${above}/${below}`;
  return type === 'noBar' ? `\\genfrac{}{}{0pt}{}${above}${below}` : `\\frac${above}${below}`;
}

function writeRoot(element: WordElement): string {
  const degree = isSet(element, 'm:degHide') ? '' : texIn(element.child('m:deg'));
  return `\\sqrt${degree && `[{${degree}}]`}${base(element)}`;
}

const operators: Readonly<Record<string, string>> = {
  ...{ '∑': '\\sum', '∏': '\\prod', '∐': '\\coprod', '⋃': '\\bigcup', '⋂': '\\bigcap' },
  ...{ '∫': '\\int', '∬': '\\iint', '∭': '\\iiint', '∮': '\\oint' },
};

/** A sum, an integral or the like, with what it goes from and to. */
function writeLargeOperator(element: WordElement): string {
  const sign = valueOf(element, 'm:chr') ?? '∫';
  const limits = valueOf(element, 'm:limLoc') === 'undOvr' ? String.raw`\limits` : '';
  const from = isSet(element, 'm:subHide') ? '' : `_${group(element, 'm:sub')}`;
  const to = isSet(element, 'm:supHide') ? '' : `^${group(element, 'm:sup')}`;
  const operator = operators[sign] ?? `\\mathop{${escapeTex(sign)}}`;
  return `${operator}${limits}${from}${to}${base(element)}`;
}

function writeBrackets(element: WordElement): string {
  const sign = (name: string, usual: string) => delimiter(valueOf(element, name) ?? usual);
  const parts = element.elements.filter(isNamed('m:e')).map((part) => texIn(part));
  const between = `\\middle${sign('m:sepChr', '|')}`;
  const [left, right] = [sign('m:begChr', '('), sign('m:endChr', ')')];
  return `\\left${left}${parts.join(between)}\\right${right}`;
}

/** A bracket; none is a dot. */
function delimiter(sign: string): string {
  const names: Readonly<Record<string, string>> = { '': '.', '{': '\\{', '}': '\\}', '‖': '\\|' };
  return names[sign] ?? sign;
}

const functions =
  /^(?:arccos|arcsin|arctan|arg|cos|cosh|cot|coth|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg|lim|liminf|limsup|ln|log|max|min|Pr|sec|sin|sinh|sup|tan|tanh)$/;

/** The name of a function, with what stands at it. */
function functionName(element: WordElement | undefined): string {
  if (!element) return '';
  const runs = element.elements.filter(isNamed('m:r'));
  const others = element.elements.some(({ name }) => name !== 'm:r' && !name.endsWith('Pr'));
  if (others) return element.elements.map((child) => nameWithin(child)).join('');
  const name = runs
    .map((run) => textOf(run.child('m:t')?.children ?? []))
    .join('')
    .trim();
  if (functions.test(name)) return `\\${name}`;
  return `\\operatorname{${escapeTex(name)}}`;
}

/** The name of a function that has an index or a limit. */
function nameWithin(element: WordElement): string {
  const named = element.child('m:e');
  if (!named) return texIn(element);
  const part = (name: string) => (element.child(name) ? group(element, name) : undefined);
  const [below, above] = [part('m:sub') ?? part('m:lim'), part('m:sup')];
  return functionName(named) + (below ? `_${below}` : '') + (above ? `^${above}` : '');
}

const accents: Readonly<Record<string, string>> = {
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0302': 'widehat',
  '\u0303': 'widetilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u0306': 'breve',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u030a': 'mathring',
  '\u030c': 'check',
  '\u20d6': 'overleftarrow',
  '\u20d7': 'vec',
  '\u20e1': 'overleftrightarrow',
};

function writeAccent(element: WordElement): string {
  const sign = valueOf(element, 'm:chr') ?? '\u0302';
  return `\\${accents[sign] ?? 'widehat'}${base(element)}`;
}

function writeBrace(element: WordElement): string {
  const isAbove = valueOf(element, 'm:pos') === 'top';
  const sign = valueOf(element, 'm:chr') ?? '\u23df';
  if (/[\u23de\u23df]/.test(sign)) return `\\${isAbove ? 'over' : 'under'}brace${base(element)}`;
  return `\\${isAbove ? 'over' : 'under'}set{${escapeTex(sign)}}${base(element)}`;
}

function environment(name: string, rows: readonly string[]): string {
  return `\\begin{${name}}${rows.join(String.raw` \\ `)}\\end{${name}}`;
}

function writeRow(row: WordElement): string {
  return row.elements
    .filter(isNamed('m:e'))
    .map((cell) => texIn(cell))
    .join(' & ');
}

/** A line of several; the signs at which they stand below one another are in their text. */
function writeLine(line: WordElement): string {
  return texIn(line).replaceAll(String.raw`\&`, '&');
}
