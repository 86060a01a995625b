import { sql, type Sql } from '../../database/database.ts';

/** The marks that are omitted from Latin and Greek letters, and of Hebrew and Arabic ones. */
const ACCENTS = String.raw`([A-Za-zıøłđð\u0370-\u03FF])[\u0300-\u036F]+`;
const VOWEL_SIGNS = String.raw`[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0640\u064B-\u0652\u0670]+`;

/** Letters that are two in the form in which people write them. */
const pairs = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

/**
 * A text of the database as the words of queries are compared: without case, accents and vowel
 * signs, as `wordsIn` has them.
 *
 * @param column an expression of text
 */
export function normalizedTextSql(column: Sql): Sql {
  const plain = sql`regexp_replace(regexp_replace(normalize(${column}, NFKD),
    ${ACCENTS}, '\\1', 'g'), ${VOWEL_SIGNS}, '', 'g')`;
  let normalized = sql`translate(lower(normalize(${plain}, NFKC)), 'øłđðıё', 'olddiе')`;
  for (const [letter, two] of Object.entries(pairs)) {
    normalized = sql`replace(${normalized}, ${letter}, ${two})`;
  }
  return normalized;
}
