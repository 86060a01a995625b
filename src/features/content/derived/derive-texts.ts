import {
  readerOf,
  sql,
  type Database,
  type PrismaTransaction,
  type Reader,
} from '../../../database/database.ts';
import { runTransaction } from '../../../database/run-transaction.ts';
import { readDocument } from '../convert-document.ts';
import type { DocumentTree } from '../document/document-tree.ts';
import { keepTree, keptTree } from '../kept-trees.ts';
import { loadBlobs } from '../store/content-store.ts';
import type { Body } from '../store/entry.ts';
import { textDerivations, type JsonValue, type TextDerivation } from './text-derivation.ts';

/** How many texts are in memory at once; their trees are there one after the other. */
const BATCH_MAX = 100;
/** Trees of so few texts are kept: somebody edits them, and is about to read them. */
const KEPT_MAX = 10;

/** A text: its source, and where the markdown begins in it, in bytes. */
interface Text {
  source: string;
  start: number;
}

/**
 * Stores what is derived of texts, of those of which it is not stored yet. Each of these is parsed
 * once. The caller keeps their bytes from being collected.
 */
export async function deriveTexts(
  transaction: PrismaTransaction,
  bodies: readonly Body[],
): Promise<void> {
  const reader = readerOf(transaction);
  const missing = await missingOf(reader, textsOf(bodies));
  for (let first = 0; first < missing.length; first += BATCH_MAX) {
    const batch = missing.slice(first, first + BATCH_MAX);
    const rows = await parseTexts(reader, batch, ({ source, start }, document, markdown) =>
      [...textDerivations.values()].map(({ name, version, derive }) => {
        const value = JSON.stringify(derive(document, markdown));
        return { source, start, name, version, value };
      }),
    );
    await store(transaction, rows.flat());
  }
}

/** The same for texts that are stored already and kept, in many short transactions. */
export async function deriveStoredTexts(
  db: Database,
  bodies: readonly Body[],
  signal?: AbortSignal,
): Promise<void> {
  const missing = await missingOf(db, textsOf(bodies));
  for (let first = 0; first < missing.length; first += BATCH_MAX) {
    signal?.throwIfAborted();
    const batch = missing.slice(first, first + BATCH_MAX);
    await runTransaction(db, (transaction) =>
      deriveTexts(
        transaction,
        batch.map(({ source, start }) => ({ source, sourceStart: start })),
      ),
    );
  }
}

/**
 * What is derived of texts, in their order; null for a body without text. One statement if there is
 * a text, and a second one for those that were written before this was derived: they are parsed.
 */
export async function derivedOf<Value extends JsonValue>(
  db: Reader,
  { name, version, derive }: TextDerivation<Value>,
  bodies: readonly Body[],
): Promise<(Value | null)[]> {
  const texts = textsOf(bodies);
  if (texts.length === 0) return bodies.map(() => null);
  const rows = (await db.query(sql`
    SELECT d.source, d.source_start, d.value FROM text_derivations d
    WHERE d.source = ANY(${texts.map(({ source }) => source)}::text[])
      AND d.name = ${name} AND d.version = ${version}`)) as [string, number, Value][];
  const values = new Map(rows.map(([source, start, value]) => [keyOf({ source, start }), value]));
  const missing = texts.filter((text) => !values.has(keyOf(text)));
  for (let first = 0; first < missing.length; first += BATCH_MAX) {
    const batch = missing.slice(first, first + BATCH_MAX);
    await parseTexts(db, batch, (text, document, markdown) =>
      values.set(keyOf(text), derive(document, markdown)),
    );
  }
  return bodies.map(({ source, sourceStart: start = 0 }) =>
    source === undefined ? null : (values.get(keyOf({ source, start })) ?? null),
  );
}

/** The texts of bodies, each once, in one order for all writers. */
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

/** The texts of which something is not stored in its present version. */
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

/** What comes of each text and its tree. */
async function parseTexts<Result>(
  db: Reader,
  texts: readonly Text[],
  use: (text: Text, document: DocumentTree, markdown: string) => Result,
): Promise<Result[]> {
  const blobs = await loadBlobs(
    db,
    texts.map(({ source }) => source),
  );
  const results: Result[] = [];
  for (const [index, text] of texts.entries()) {
    const markdown = blobs[index]?.toString('utf8', text.start) ?? '';
    const body = { source: text.source, sourceStart: text.start };
    const tree = keptTree(body) ?? (await readDocument(markdown));
    if (texts.length <= KEPT_MAX) keepTree(body, tree);
    results.push(use(text, tree, markdown));
  }
  return results;
}

async function store(
  transaction: PrismaTransaction,
  rows: readonly (Text & { name: string; version: number; value: string })[],
): Promise<void> {
  await transaction.$executeRaw(sql`
    INSERT INTO text_derivations (source, source_start, name, version, value)
    SELECT * FROM unnest(${rows.map(({ source }) => source)}::text[],
      ${rows.map(({ start }) => start)}::int[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ version }) => version)}::int[], ${rows.map(({ value }) => value)}::json[])
    ON CONFLICT (source, source_start, name)
      DO UPDATE SET version = excluded.version, value = excluded.value`);
}
