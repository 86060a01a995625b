import katex from 'katex';
import { decodeXML } from 'entities';
import type { WordElement, WordNode } from './word-xml.ts';

/** Converts a formula to TeX; returns undefined if TeX cannot express a part of it. */
export function formulaTex(formula: WordElement): string | undefined {
  const tex = texIn(formula).replaceAll(/\s+/g, ' ').trim();
  try {
    katex.renderToString(tex, { throwOnError: true, strict: 'ignore', output: 'mathml' });
    return tex;
  } catch {
    return undefined;
  }
}

/** Returns the characters of a formula in document order. */
export function formulaText(formula: WordElement): string {
  return formula
    .find(({ name }) => name === 'm:t')
    .map(({ children }) => textOf(children))
    .join('');
}

type Writer = (element: WordElement) => string;

/** Writers of the formula elements that Word has. */
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

/** Writes the children of an element in order, without its properties. */
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

/** Returns a property of a formula element, such as its sign; undefined if it is not set. */
function valueOf(element: WordElement, name: string): string | undefined {
  const all = element.elements.find((child) => child.name.endsWith('Pr'));
  return all?.child(name)?.attribute('m:val');
}

/** Returns whether a property is set. Its mere presence sets it. */
function isSet(element: WordElement, name: string): boolean {
  const all = element.elements.find((child) => child.name.endsWith('Pr'));
  const found = all?.child(name);
  return found !== undefined && !/^(?:0|off|false)$/.test(found.attribute('m:val') ?? '');
}

function textOf(nodes: readonly WordNode[]): string {
  return decodeXML(nodes.filter((node) => typeof node === 'string').join(''));
}

/** TeX alphabets by the script of a run that is not in the default italics. */
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

/** Returns the plain letter for a styled one, such as a bold mathematical "A". */
function plainLetter(letter: string): string {
  return letter.normalize('NFKC');
}

const signs: Readonly<Record<string, string>> = {
  '\\': String.raw`\backslash `,
  '~': String.raw`\sim `,
  '^': String.raw`\wedge `,
  // Invisible operators, such as function application.
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

/** Writes an n-ary operator, such as a sum or an integral, with its limits. */
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

/** Returns a bracket; a missing one is a dot. */
function delimiter(sign: string): string {
  const names: Readonly<Record<string, string>> = { '': '.', '{': '\\{', '}': '\\}', '‖': '\\|' };
  return names[sign] ?? sign;
}

const functions =
  /^(?:arccos|arcsin|arctan|arg|cos|cosh|cot|coth|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg|lim|liminf|limsup|ln|log|max|min|Pr|sec|sin|sinh|sup|tan|tanh)$/;

/** Returns the name of a function with its scripts. */
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

/** Returns the name of a function that has an index or a limit. */
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

/** Writes one line of several. The alignment marks are part of its text. */
function writeLine(line: WordElement): string {
  return texIn(line).replaceAll(String.raw`\&`, '&');
}
