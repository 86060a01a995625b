/** Term with its translation. */
export interface GlossaryTerm {
  source: string;
  target: string;
}

/** Occurrence of a term, with its replacement. */
interface FoundTerm {
  shown: string;
  replacement: string;
}

const upperCase = /^\p{Lu}/u;
const lowerCase = /^\p{Ll}/u;

/** Splits a text at terms: whole words in any case; the longest term wins. */
export function splitAtTerms(text: string, terms: readonly GlossaryTerm[]): (string | FoundTerm)[] {
  const matcher = matcherOf(terms);
  if (!matcher) return [text];
  const parts: (string | FoundTerm)[] = [];
  let end = 0;
  for (const match of text.matchAll(matcher.pattern)) {
    const [found] = match;
    const target = matcher.targets.get(found) ?? matcher.targets.get(found.toLowerCase());
    if (target === undefined) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ shown: target, replacement: inCaseOf(found, target) });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

interface Matcher {
  pattern: RegExp;
  targets: ReadonlyMap<string, string>;
}

const matchers = new WeakMap<readonly GlossaryTerm[], Matcher>();

/**
 * Returns the matcher of a list of terms, cached because every text is searched for all of them.
 */
function matcherOf(terms: readonly GlossaryTerm[]): Matcher | undefined {
  if (terms.length === 0) return undefined;
  const known = matchers.get(terms);
  if (known) return known;
  const bySize = terms.toSorted((a, b) => b.source.length - a.source.length);
  const words = bySize.map(({ source }) =>
    source.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`),
  );
  const targets = new Map<string, string>();
  for (const { source, target } of terms) {
    if (!targets.has(source.toLowerCase())) targets.set(source.toLowerCase(), target);
  }
  for (const { source, target } of terms) targets.set(source, target);
  // Languages without spaces between words have no word boundaries.
  const border = String.raw`[[\p{L}\p{N}_]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]]`;
  const pattern = new RegExp(
    String.raw`(?<!${border})(?:${words.join('|')})` + String.raw`(?!${border})`,
    'giv',
  );
  const matcher = { pattern, targets };
  matchers.set(terms, matcher);
  return matcher;
}

/** Keeps the initial capital of a term at the beginning of a sentence. */
function inCaseOf(found: string, target: string): string {
  return upperCase.test(found) && lowerCase.test(target)
    ? target.charAt(0).toUpperCase() + target.slice(1)
    : target;
}
