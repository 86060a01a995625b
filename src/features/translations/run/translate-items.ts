import { gitObjectId } from '../../../lib/git-object-id.ts';
import { sha256 } from '../../../lib/hash.ts';
import { truncate } from '../../../lib/truncate.ts';
import type { Database } from '../../../database/database.ts';
import { contentLimits } from '../../../revisions/content-limits.ts';
import { MARKDOWN_LENGTH_MAX } from '../../content/edit/content-command.ts';
import { loadBlobs } from '../../../revisions/store/content-store.ts';
import {
  applyPlainAnswer,
  readPlainSegment,
  type Segment,
  type SegmentAnswer,
} from '../text/segment.ts';
import { applyTextAnswers, readTextSegments } from '../translate-text.ts';
import type { RunScope, TranslationItem } from './translation-item.ts';

/** Item in the target language. */
export interface TranslatedItem {
  item: TranslationItem;
  title: string;
  description: string | undefined;
  /** Source text with front matter; undefined for an item without text. */
  bytes: Buffer<ArrayBuffer> | undefined;
  /** Number of texts that remain in the source language. */
  untranslated: number;
}

/** Function that returns translations of segments, by their HTML. */
export type AskTranslator = (
  segments: readonly Segment[],
) => Promise<ReadonlyMap<string, SegmentAnswer>>;

interface ReadItem {
  item: TranslationItem;
  front: Buffer;
  markdown: string | undefined;
  segments: readonly Segment[];
}

/** Translates items together, so that their texts share requests. */
export async function translateItems(
  db: Database,
  items: readonly TranslationItem[],
  scope: RunScope,
  ask: AskTranslator,
): Promise<TranslatedItem[]> {
  const read = await readItems(db, items, scope);
  const plain = items.flatMap(({ entry }) =>
    plainTextsOf(entry).flatMap((text) => readPlainSegment(text, scope.terms) ?? []),
  );
  const answers = await ask([...plain, ...read.flatMap(({ segments }) => segments)]);
  const translated: TranslatedItem[] = [];
  for (const each of read) translated.push(await translateItem(each, scope, answers));
  return translated;
}

function plainTextsOf(entry: { title: string; description?: string }): string[] {
  return [entry.title, ...(entry.description === undefined ? [] : [entry.description])];
}

async function readItems(
  db: Database,
  items: readonly TranslationItem[],
  { terms }: RunScope,
): Promise<ReadItem[]> {
  const hashes = [...new Set(items.flatMap(({ entry }) => entry.source ?? []))];
  const blobs = await loadBlobs(db, hashes);
  const byHash = new Map(hashes.map((hash, index) => [hash, blobs[index]]));
  const read: ReadItem[] = [];
  for (const item of items) {
    const { source, sourceStart = 0 } = item.entry;
    const bytes = source === undefined ? undefined : byHash.get(source);
    const markdown = bytes?.toString('utf8', sourceStart);
    const segments = markdown === undefined ? [] : await readTextSegments({ markdown, terms });
    read.push({
      item,
      front: Buffer.from(bytes?.subarray(0, sourceStart) ?? []),
      markdown,
      segments,
    });
  }
  return read;
}

async function translateItem(
  { item, front, markdown, segments }: ReadItem,
  { terms }: RunScope,
  answers: ReadonlyMap<string, SegmentAnswer>,
): Promise<TranslatedItem> {
  let untranslated = 0;
  const plain = (text: string, lengthMax: number): string => {
    const segment = readPlainSegment(text, terms);
    if (!segment) return text;
    const answer = answers.get(segment.html) ?? null;
    if (answer === null) untranslated += 1;
    return truncate(applyPlainAnswer(text, terms, answer), lengthMax);
  };
  const { title, description } = item.entry as { title: string; description?: string };
  const texts = {
    title: plain(title, contentLimits.titleLengthMax),
    description:
      description === undefined
        ? undefined
        : plain(description, contentLimits.descriptionLengthMax),
  };
  if (markdown === undefined) return { item, ...texts, bytes: undefined, untranslated };
  const wanted = segments.map(({ html }) => answers.get(html) ?? null);
  untranslated += wanted.filter((answer) => answer === null).length;
  const applied = await applyTextAnswers({ markdown, terms, answers: wanted });
  untranslated += applied.refused.length;
  let bytes = Buffer.concat([front, Buffer.from(applied.markdown)]);
  if (applied.markdown.length > MARKDOWN_LENGTH_MAX) {
    untranslated += segments.length;
    bytes = Buffer.concat([front, Buffer.from(markdown)]);
  }
  return { item, ...texts, bytes, untranslated };
}

/** Returns the entry of a translated item: new texts, with all else as in the source. */
export function entryOf<Entry extends TranslationItem['entry']>(
  entry: Entry,
  { title, description, bytes }: Omit<TranslatedItem, 'item' | 'untranslated'>,
): Entry {
  return {
    ...entry,
    title,
    ...(description !== undefined && { description }),
    ...(bytes && { source: sha256(bytes) }),
    ...(bytes && entry.git && { git: { ...entry.git, oid: gitObjectId(bytes) } }),
  };
}
