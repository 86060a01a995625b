import { isNode, Lexer, Parser, parseAllDocuments, visit } from 'yaml';
import type { Alias, Document } from 'yaml';

const DEPTH_MAX = 50;

export type YamlMap = Record<string, unknown>;

/**
 * The map in a YAML text. If there is none, `problem` describes the error, unless the text is
 * another value.
 */
export interface ParsedYaml {
  map?: YamlMap;
  problem?: string;
}

/**
 * Parses handwritten YAML; an empty text is an empty map. A number or boolean whose written form
 * would be lost stays a text: `1.10`, `007`, `1e3`, `True`. Never throws.
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
    // The parser throws for aliases that would expand to a huge value.
    return { problem: 'not valid YAML (too many aliases)' };
  }
}

/** Finds the first alias without an earlier anchor, or within its own value. */
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

/**
 * Replaces each scalar whose written form would be lost with that text. Keys always become texts.
 */
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

/** Returns the written form of a parsed scalar; undefined for null and for other values. */
export function scalarText(value: unknown): string | undefined {
  const isScalarValue = ['string', 'number', 'boolean'].includes(typeof value);
  return isScalarValue ? String(value) : undefined;
}

/** Returns the value as a map; undefined for any other value. */
export function asMap(value: unknown): YamlMap | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as YamlMap)
    : undefined;
}

/**
 * Composing a document recurses, and V8 ends the process if it compiles a regular expression on an
 * almost full stack. The syntax parser before it uses an explicit stack.
 */
function isTooDeep(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    // The parser advances only when its tokens are consumed.
    Array.from(parser.next(lexeme));
    if (parser.stack.length > DEPTH_MAX) return true;
  }
  return false;
}

function describeError(error: { message: string; linePos?: [{ line: number }, ...unknown[]] }) {
  const line = error.linePos?.[0].line;
  return line === undefined ? 'not valid YAML' : `not valid YAML (line ${line})`;
}
