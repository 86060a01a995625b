import { sql, type Database, type PrismaTransaction } from '../../../database/database.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { sha256 } from '../../../lib/hash.ts';
import type { Segment, SegmentAnswer } from '../text/segment.ts';

/** Parameters that determine a translation besides the text; terms are already part of the text. */
export interface MemoryScope {
  translationId: string;
  source: string;
  target: string;
  instructions: string;
}

/** Returns stored translations by the HTML of their segments. */
export async function recall(
  db: Database,
  scope: MemoryScope,
  segments: readonly Segment[],
): Promise<Map<string, SegmentAnswer>> {
  const byHash = new Map(segments.map(({ html }) => [hashOf(scope, html), html]));
  const rows = (await db.query(sql`
    SELECT t.hash, t.text FROM translated_texts t
    WHERE t.translation_id = ${scope.translationId}
      AND t.hash = ANY(${[...byHash.keys()]}::text[])`)) as [string, string][];
  return new Map(
    rows.map(([hash, text]) => [byHash.get(hash) ?? '', JSON.parse(text) as SegmentAnswer]),
  );
}

/** Stores translations, so that equal texts are not sent again. */
export async function remember(
  transaction: PrismaTransaction,
  scope: MemoryScope,
  answers: ReadonlyMap<string, SegmentAnswer>,
): Promise<void> {
  await transaction.translatedText.createMany({
    data: [...answers].map(([html, answer]) => ({
      translationId: scope.translationId,
      hash: hashOf(scope, html),
      text: JSON.stringify(answer),
    })),
    skipDuplicates: true,
  });
}

function hashOf({ source, target, instructions }: MemoryScope, html: string): string {
  return sha256(canonicalJson([source, target, instructions, html]));
}
