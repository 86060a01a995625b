import {
  boolCoreTag,
  constructFromEvents,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  EVENT_ID,
  floatCoreTag,
  intCoreTag,
  mapTag,
  NOT_RESOLVED,
  nullCoreTag,
  parseEvents,
  Schema,
  seqTag,
  strTag,
  YAMLException,
  type Event,
} from 'js-yaml';

const DEPTH_MAX = 50;
/** Maximum number of values, which only aliases can exceed: they repeat values. */
const VALUES_MAX = 500_000;

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
  try {
    const events = parseYamlEvents(text);
    const documents = constructFromEvents(events, { source: text, schema, json: true });
    const [value = null, ...others] = documents;
    const another = others.findIndex((other) => other !== null && other !== undefined) + 1;
    if (another > 0) {
      const starts = events.filter((_, index) => events[index - 1]?.type === EVENT_ID.DOCUMENT);
      const line = lineOf(text, startOf(starts[another]));
      return { problem: `not valid YAML (line ${line}: a second document begins)` };
    }
    if (!hasAtMost(VALUES_MAX, value)) return { problem: 'not valid YAML (too many aliases)' };
    return { map: value === null || value === '' ? {} : asMap(value) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { problem: describeError(error) };
  }
}

/**
 * Parses YAML into events with their positions. Tolerates control characters, which YAML forbids.
 *
 * @throws YAMLException
 */
export function parseYamlEvents(text: string): Event[] {
  const printable = text.replace(/[^\P{Cc}\t\n\r\x85]|[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD');
  return parseEvents(printable, { maxDepth: DEPTH_MAX });
}

/** Returns the position of a value; 0 if it is empty. */
export function startOf(event: Event | undefined): number {
  if (!event || event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return 0;
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  return Math.max(event.type === EVENT_ID.SCALAR ? event.valueStart : event.start, 0);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Tags that take each scalar for a text whose written form would be lost. */
const exactTags = [boolCoreTag, intCoreTag, floatCoreTag].map((tag) =>
  defineScalarTag<unknown>(tag.tagName, {
    ...tag,
    resolve(source, isExplicit, name) {
      const value = tag.resolve(source, isExplicit, name);
      if (value !== NOT_RESOLVED && String(value) === source) return value;
      return isExplicit ? source : NOT_RESOLVED;
    },
  }),
);

/** Collections. With their last step, the library refuses an alias within its own value. */
const sequence = { ...seqTag, finalize: (items: unknown[]) => items };
const map = {
  ...mapTag,
  // `{{ name }}` is a map with a map as its key.
  addPair: (values: YamlMap, key: unknown, value: unknown) =>
    mapTag.addPair(values, typeof key === 'object' && key !== null ? '?' : key, value),
  finalize: (values: YamlMap) => values,
};

/** Kinds of values; of unknown tags (`!name`), all take any value. */
const schema = new Schema([
  ...[strTag, nullCoreTag, ...exactTags],
  defineScalarTag('', { ...strTag, matchByTagPrefix: true }),
  ...[defineSequenceTag(seqTag.tagName, sequence), defineMappingTag(mapTag.tagName, map)],
  defineSequenceTag('', { ...sequence, matchByTagPrefix: true }),
  defineMappingTag('', { ...map, matchByTagPrefix: true }),
]);

function hasAtMost(countMax: number, value: unknown): boolean {
  let count = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const values: unknown[] = Object.values(next);
    count += values.length;
    if (count > countMax) return false;
    for (const one of values) open.push(one);
  }
  return true;
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

function describeError({ reason, mark }: YAMLException): string {
  if (reason.includes('maxDepth')) return `nested more than ${DEPTH_MAX} times`;
  const [, alias] = /^(?:unidentified|recursive) alias "(.*?)"/.exec(reason) ?? [];
  const problem = alias === undefined ? '' : `: "*${alias}" refers to no value before it`;
  return mark ? `not valid YAML (line ${mark.line + 1}${problem})` : 'not valid YAML';
}
