import { COLLECTION_STYLE, EVENT_ID, getScalarValue, SCALAR_STYLE, type Event } from 'js-yaml';
import { parseYamlEvents, startOf } from '../../../document/docs-folder/parse-yaml.ts';

/** An entry of a map: from its key to the end of its value, before white space and comments. */
export interface YamlEntry {
  key: string;
  start: number;
  end: number;
  /** Entries of its value, if that is a map in block style. */
  entries?: YamlEntry[];
}

/**
 * Reads the entries of a YAML text. An empty text has none; undefined if it is not one map in block
 * style.
 */
export function readYamlEntries(yaml: string): YamlEntry[] | undefined {
  let events: Event[];
  try {
    events = parseYamlEvents(yaml);
  } catch {
    return undefined;
  }
  const isEmpty = events.every(({ type }) => type !== EVENT_ID.SCALAR && type !== EVENT_ID.ALIAS);
  return isEmpty ? [] : new EntryReader(yaml, events).read();
}

/** Reads values in their order, and the position where each ends, which the events lack. */
class EntryReader {
  readonly #yaml: string;
  readonly #events: Event[];
  #next = 1;
  #end = 0;

  constructor(yaml: string, events: Event[]) {
    this.#yaml = yaml;
    this.#events = events;
  }

  /** Returns the entries of the next value; undefined if it is not a map in block style. */
  read(): YamlEntry[] | undefined {
    const event = this.#events[this.#next];
    this.#next += 1;
    if (event?.type === EVENT_ID.ALIAS) this.#end = event.anchorEnd;
    if (event?.type === EVENT_ID.SCALAR && event.valueStart >= 0) {
      const end = this.#yaml.slice(0, event.valueEnd).trimEnd().length;
      this.#end = isQuoted(event) ? event.valueEnd + 1 : end;
    }
    if (event?.type !== EVENT_ID.SEQUENCE && event?.type !== EVENT_ID.MAPPING) return undefined;
    const isFlow = event.style === COLLECTION_STYLE.FLOW;
    if (isFlow) this.#end = event.start + 1;
    const entries: YamlEntry[] = [];
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      if (event.type === EVENT_ID.SEQUENCE) this.read();
      else entries.push(this.#readEntry());
    }
    this.#next += 1;
    if (isFlow) this.#skip(/(?:[\s,:]|#.*\n)*[\]}]/y);
    return event.type === EVENT_ID.MAPPING && !isFlow ? entries : undefined;
  }

  #readEntry(): YamlEntry {
    const event = this.#events[this.#next];
    this.read();
    const key = event?.type === EVENT_ID.SCALAR ? getScalarValue(this.#yaml, event) : '';
    const start = startOf(event) - (event && isQuoted(event) ? 1 : 0);
    this.#skip(/\s*:/y);
    const entries = this.read();
    return { key, start, end: this.#end, ...(entries && { entries }) };
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#end;
    if (pattern.test(this.#yaml)) this.#end = pattern.lastIndex;
  }
}

function isQuoted(event: Event): boolean {
  if (event.type !== EVENT_ID.SCALAR) return false;
  return event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
}
