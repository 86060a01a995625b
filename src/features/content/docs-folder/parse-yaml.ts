import { isNode, Lexer, Parser, parseAllDocuments, visit } from 'yaml';
import type { Alias, Document } from 'yaml';

const DEPTH_MAX = 50;

export type YamlMap = Record<string, unknown>;

/** A YAML text's map; without one, `problem` says what is broken, if it is not another value. */
export interface ParsedYaml {
  map?: YamlMap;
  problem?: string;
}

/**
 * Parses YAML that a person wrote; an empty text is an empty map. A number or boolean that would be
 * written otherwise is the text that it is written as: `1.10`, `007`, `1e3`, `True`. Never throws.
 */
export function parseYaml(text: string): ParsedYaml {
  if (isTooDeep(text)) return { problem: `nested more than ${DEPTH_MAX} times` };
  try {
    const parsed = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' });
    if (!Array.isArray(parsed)) return { map: {} };
    const [document, ...others] = parsed;
    const error = document?.errors[0];
    if (!document) return { map: {} };
    if (error) return { problem: describeError(error) };
    const alias = brokenAlias(document);
    if (alias) {
      const line = lineOf(text, alias.range?.[0] ?? 0);
      return {
        problem: `not valid YAML (line ${line}: "*${alias.source}" refers to no value before it)`,
      };
    }
    const another = others.find(({ contents }) => contents !== null)?.contents;
    if (another) {
      const line = lineOf(text, another.range[0]);
      return { problem: `not valid YAML (line ${line}: a second document begins)` };
    }
    keepScalarTexts(document);
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (value === null || value === undefined || value === '') return { map: {} };
    return { map: asMap(value) };
  } catch {
    // Aliases that would expand to a huge value end in an exception.
    return { problem: 'not valid YAML (too many aliases)' };
  }
}

/** Finds the first alias without an anchor before it, or within the value that it stands for. */
function brokenAlias(document: Document): Alias | undefined {
  const anchors = new Set<string>();
  let broken: Alias | undefined;
  visit(document, {
    Alias(_, alias, path) {
      const isWithin = path.some(
        (node) => isNode(node) && 'anchor' in node && node.anchor === alias.source,
      );
      if (anchors.has(alias.source) && !isWithin) return undefined;
      broken = alias;
      return visit.BREAK;
    },
    Value(_, { anchor }) {
      if (anchor !== undefined) anchors.add(anchor);
    },
  });
  return broken;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Replaces each scalar whose text would be lost by that text. A key is always its text. */
function keepScalarTexts(document: Document): void {
  visit(document, {
    Scalar(position, scalar) {
      const { source, value } = scalar;
      if (source === undefined || typeof value === 'string') return;
      if (position === 'key' || (value !== null && scalarText(value) !== source))
        scalar.value = source;
    },
  });
}

/**
 * Returns a scalar of parsed YAML as the text that it is written as; undefined for null and for
 * what is no scalar.
 */
export function scalarText(value: unknown): string | undefined {
  const isScalarValue = ['string', 'number', 'boolean'].includes(typeof value);
  return isScalarValue ? String(value) : undefined;
}

/** The value as a map, or undefined when it is anything else. */
export function asMap(value: unknown): YamlMap | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as YamlMap)
    : undefined;
}

/**
 * Composing a document recurses, and a regular expression that V8 first compiles when the stack is
 * nearly full ends the whole process. The syntax parser before it keeps a stack of its own.
 */
function isTooDeep(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    // The tokens are not needed, but the parser moves on only when they are taken.
    Array.from(parser.next(lexeme));
    if (parser.stack.length > DEPTH_MAX) return true;
  }
  return false;
}

function describeError(error: { message: string; linePos?: [{ line: number }, ...unknown[]] }) {
  const line = error.linePos?.[0].line;
  return line === undefined ? 'not valid YAML' : `not valid YAML (line ${line})`;
}
