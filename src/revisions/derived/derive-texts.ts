import {
  readerOf,
  sql,
  type Database,
  type PrismaTransaction,
  type Reader,
} from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { AppError } from '../../errors.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import { deriveFromLarge, isLarge, readDocument } from './convert-document.ts';
import { cacheTree, cachedTree } from './tree-cache.ts';
import { contentReaderOf, contentStoreOf, type ContentReader } from '../store/content-reader.ts';
import type { Body } from '../store/entry.ts';
import { textDerivations, type DerivedValue, type TextDerivation } from './text-derivation.ts';

/** Maximum number of texts in memory; their trees are built serially. */
const BATCH_MAX = 100;
/** Maximum number of texts whose trees are cached: after an edit, they are about to be read. */
const KEPT_MAX = 10;

/**
 * Derived values that a transaction made or read, by its reader: other readers live too long for
 * that.
 */
const valuesOfTransactions = new WeakMap<Reader, Map<string, DerivedValue>>();

/** A text: its source, and the offset of the markdown in it, in bytes. */
interface Text {
  source: string;
  start: number;
}

/**
 * Stores the derived values of texts that lack them, parsing each text once. The caller must keep
 * their bytes from being collected.
 */
export async function deriveTexts(
  transaction: PrismaTransaction,
  bodies: readonly Body[],
): Promise<void> {
  const reader = readerOf(transaction);
  const content = contentStoreOf(transaction);
  const known = new Map<string, DerivedValue>();
  valuesOfTransactions.set(reader, known);
  const texts = textsOf(bodies);
  // A few new texts are parsed without asking whether they are known: they are about to be read.
  const isNew = ({ source }: Text) => texts.length <= KEPT_MAX && content.hasStored(source);
  const others = await missingOf(
    reader,
    texts.filter((text) => !isNew(text)),
  );
  const missing = [...texts.filter(isNew), ...others];
  for (let first = 0; first < missing.length; first += BATCH_MAX) {
    const rows = await rowsOf(content, missing.slice(first, first + BATCH_MAX));
    await store(transaction, rows);
    if (texts.length > KEPT_MAX) continue;
    for (const { name, value, ...text } of rows) {
      known.set(valueKeyOf(name, text), JSON.parse(value) as DerivedValue);
    }
  }
}

interface StoredTextsOptions {
  signal?: AbortSignal;
  /** Called for a text that takes too long to parse; without it, such a text is an error. */
  onRefused?: (source: string) => void;
}

/** Derives values of stored texts that are not collected, without a long transaction. */
export async function deriveStoredTexts(
  db: Database,
  bodies: readonly Body[],
  { signal, onRefused }: StoredTextsOptions = {},
): Promise<void> {
  const missing = await missingOf(db, textsOf(bodies));
  for (let first = 0; first < missing.length; first += BATCH_MAX) {
    signal?.throwIfAborted();
    const batch = missing.slice(first, first + BATCH_MAX);
    const rows = await rowsOf(contentReaderOf(db), batch, onRefused);
    await runTransaction(db, (transaction) => store(transaction, rows));
  }
}

/**
 * Returns the derived value of each text, in order; null for a body without text. Takes one
 * statement, and a second one to parse texts that are older than the derivation.
 */
export async function derivedOf<Value extends DerivedValue>(
  db: Reader,
  derivation: TextDerivation<Value>,
  bodies: readonly Body[],
): Promise<(Value | null)[]> {
  const { name, version } = derivation;
  const texts = textsOf(bodies);
  const known = valuesOfTransactions.get(db);
  const values = new Map<string, Value>();
  for (const text of texts) {
    const value = known?.get(valueKeyOf(name, text));
    if (value !== undefined) values.set(keyOf(text), value as Value);
  }
  const unread = texts.filter((text) => !values.has(keyOf(text)));
  if (unread.length > 0) {
    const rows = (await db.query(sql`
      SELECT d.source, d.source_start, d.value FROM text_derivations d
      WHERE d.source = ANY(${unread.map(({ source }) => source)}::text[])
        AND d.name = ${name} AND d.version = ${version}`)) as [string, number, Value][];
    for (const [source, start, value] of rows) {
      values.set(keyOf({ source, start }), value);
      known?.set(valueKeyOf(name, { source, start }), value);
    }
  }
  const missing = texts.filter((text) => !values.has(keyOf(text)));
  for (let first = 0; first < missing.length; first += BATCH_MAX) {
    const batch = missing.slice(first, first + BATCH_MAX);
    for (const [index, markdown] of (await loadTexts(contentReaderOf(db), batch)).entries()) {
      const text = batch[index] as Text;
      const [value = ''] = await valuesOf(text, markdown, [derivation], texts.length);
      values.set(keyOf(text), JSON.parse(value) as Value);
    }
  }
  return bodies.map(({ source, sourceStart: start = 0 }) =>
    source === undefined ? null : (values.get(keyOf({ source, start })) ?? null),
  );
}

/** Returns the distinct texts of bodies, in an order that all writers share. */
function textsOf(bodies: readonly Body[]): Text[] {
  const texts = bodies.flatMap(({ source, sourceStart: start = 0 }) =>
    source === undefined ? [] : [{ source, start }],
  );
  const byKey = new Map(texts.map((text) => [keyOf(text), text]));
  return [...byKey.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ source, start }: Text): string {
  return `${source} ${start}`;
}

function valueKeyOf(name: string, text: Text): string {
  return `${name} ${keyOf(text)}`;
}

/** Returns the texts that lack a derived value in its current version. */
async function missingOf(db: Reader, texts: readonly Text[]): Promise<Text[]> {
  const derivations = [...textDerivations.values()];
  if (texts.length === 0 || derivations.length === 0) return [];
  const rows = await db.query(sql`
    SELECT d.source, d.source_start FROM text_derivations d
    JOIN unnest(${derivations.map(({ name }) => name)}::text[],
      ${derivations.map(({ version }) => version)}::int[]) current(name, version)
      ON current.name = d.name AND current.version = d.version
    WHERE d.source = ANY(${texts.map(({ source }) => source)}::text[])
    GROUP BY d.source, d.source_start HAVING count(*) = ${derivations.length}`);
  const stored = new Set(
    rows.map(([source, start]) => keyOf({ source: String(source), start: Number(start) })),
  );
  return texts.filter((text) => !stored.has(keyOf(text)));
}

type DerivedRow = Text & { name: string; version: number; value: string };

/**
 * Computes all derived values of texts.
 *
 * @param onRefused called for a text that takes too long to parse, which is omitted
 */
async function rowsOf(
  content: Pick<ContentReader, 'blobs'>,
  texts: readonly Text[],
  onRefused?: (source: string) => void,
): Promise<DerivedRow[]> {
  const derivations = [...textDerivations.values()];
  const rows: DerivedRow[] = [];
  for (const [index, markdown] of (await loadTexts(content, texts)).entries()) {
    const text = texts[index] as Text;
    try {
      const values = await valuesOf(text, markdown, derivations, texts.length);
      for (const [number, { name, version }] of derivations.entries()) {
        rows.push({ ...text, name, version, value: values[number] ?? 'null' });
      }
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'QUERY_TOO_COMPLEX';
      if (!isRefused || !onRefused) throw error;
      onRefused(text.source);
    }
  }
  return rows;
}

async function loadTexts(
  content: Pick<ContentReader, 'blobs'>,
  texts: readonly Text[],
): Promise<string[]> {
  const blobs = await content.blobs(texts.map(({ source }) => source));
  return texts.map(({ start }, index) => blobs[index]?.toString('utf8', start) ?? '');
}

/** Computes derived values of a text, each as JSON. Caches the trees of a few small texts. */
async function valuesOf(
  { source, start }: Text,
  markdown: string,
  derivations: readonly TextDerivation<DerivedValue>[],
  count: number,
): Promise<string[]> {
  if (isLarge(markdown)) {
    const modules = derivations.map(({ name, module }) => ({ name, module }));
    return deriveFromLarge({ markdown, derivations: modules });
  }
  const body = { source, sourceStart: start };
  const tree = cachedTree(body) ?? (await readDocument(markdown));
  if (count <= KEPT_MAX) cacheTree(body, tree);
  return derivations.map(({ derive }) => JSON.stringify(derive(tree, markdown)));
}

async function store(transaction: PrismaTransaction, rows: readonly DerivedRow[]): Promise<void> {
  await executeLast(
    transaction,
    sql`
    INSERT INTO text_derivations (source, source_start, name, version, value)
    SELECT * FROM unnest(${rows.map(({ source }) => source)}::text[],
      ${rows.map(({ start }) => start)}::int[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ version }) => version)}::int[], ${rows.map(({ value }) => value)}::json[])
      made(source, source_start, name, version, value)
    WHERE NOT EXISTS (SELECT FROM text_derivations d WHERE d.source = made.source
      AND d.source_start = made.source_start AND d.name = made.name AND d.version = made.version)
    ON CONFLICT (source, source_start, name)
      DO UPDATE SET version = excluded.version, value = excluded.value`,
  );
}
