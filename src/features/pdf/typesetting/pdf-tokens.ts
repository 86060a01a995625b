/** Part of an operator that shows text: a glyph, or a move to the left. */
export type PdfTextPart = { kind: 'glyph'; code: string } | { kind: 'move'; by: string };

/** Token of a content stream, with its source; those that do not concern text are `other`. */
export type PdfToken =
  | { kind: 'matrix' | 'font' | 'actual'; source: string; value: string }
  | { kind: 'begin' | 'end' | 'other'; source: string }
  | { kind: 'show'; source: string; parts: PdfTextPart[] };

const patterns = {
  /** The vertical position is the last number. */
  matrix: /(?:[-\d.]+ ){5}([-\d.]+) cm\n/y,
  font: /\/(f\d+) [-\d.]+ Tf\n/y,
  actual: /\/Span <<\s*\/ActualText (?=[(<])/y,
};

/** Splits the content stream of a page, as Typst writes it. */
export function tokensOf(content: string): PdfToken[] {
  const tokens: PdfToken[] = [];
  for (let at = 0; at < content.length;) {
    const token = tokenAt(content, at);
    tokens.push(token);
    at += token.source.length;
  }
  return tokens;
}

function tokenAt(content: string, at: number): PdfToken {
  const start = content[at];
  if (start === '[' || start === '(' || start === '<') {
    const show = showAt(content, at);
    if (show) return show;
  }
  const matrix = matchAt(patterns.matrix, content, at);
  if (matrix) return { kind: 'matrix', source: matrix[0], value: matrix[1] ?? '' };
  const font = matchAt(patterns.font, content, at);
  if (font) return { kind: 'font', source: font[0], value: font[1] ?? '' };
  const actual = matchAt(patterns.actual, content, at);
  if (actual) {
    const text = at + actual[0].length;
    const textEnd = stringEnd(content, text);
    const end = content.indexOf('BDC\n', textEnd) + 4;
    const value = readBytes(content.slice(text, textEnd));
    return { kind: 'actual', source: content.slice(at, end), value };
  }
  const source = content.slice(at, lineEnd(content, at));
  if (source === 'BT\n') return { kind: 'begin', source };
  return { kind: source === 'EMC\n' ? 'end' : 'other', source };
}

function matchAt(pattern: RegExp, content: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(content);
}

function lineEnd(content: string, at: number): number {
  const end = content.indexOf('\n', at);
  return end < 0 ? content.length : end + 1;
}

/** Reads an operator that shows text: `(…) Tj` or `[…] TJ`. */
function showAt(content: string, start: number): PdfToken | undefined {
  const parts: PdfTextPart[] = [];
  let at = content[start] === '[' ? start + 1 : start;
  while (at < content.length) {
    const character = content[at] ?? '';
    if (character === '(' || character === '<') {
      const end = stringEnd(content, at);
      for (const code of readBytes(content.slice(at, end)).match(/.{4}/g) ?? []) {
        parts.push({ kind: 'glyph', code });
      }
      at = end;
    } else if (/[-\d.]/.test(character)) {
      const [by = ''] = /^[-\d.]+/.exec(content.slice(at, at + 20)) ?? [];
      parts.push({ kind: 'move', by });
      at += by.length;
    } else if (character === ' ' || character === ']') at += 1;
    else break;
  }
  const operator = content.slice(at, at + 3);
  if (operator !== 'TJ\n' && operator !== 'Tj\n') return undefined;
  return { kind: 'show', source: content.slice(start, at + 3), parts };
}

/** Returns the end of a string, which contains parentheses that are balanced or escaped. */
function stringEnd(content: string, start: number): number {
  if (content[start] === '<') return content.indexOf('>', start) + 1;
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    const character = content[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return content.length;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Returns the bytes of a string as upper-case hexadecimal digits. */
function readBytes(source: string): string {
  if (source.startsWith('<')) return source.slice(1, -1).toUpperCase();
  const text = source
    .slice(1, -1)
    .replaceAll(/\\(?:([0-7]{1,3})|([^]))/g, (_, octal: string | undefined, character: string) =>
      octal === undefined
        ? (escapes[character] ?? character)
        : String.fromCharCode(Number.parseInt(octal, 8)),
    );
  return Buffer.from(text, 'latin1').toString('hex').toUpperCase();
}

/** Returns a text in UTF-16, from hexadecimal digits. */
export function readUtf16(digits: string): string {
  const bytes = Buffer.from(digits.replace(/^FEFF/, ''), 'hex');
  const isUtf16 = bytes.length % 2 === 0 && bytes.length > 0;
  return isUtf16 ? bytes.swap16().toString('utf16le') : bytes.toString('latin1');
}
