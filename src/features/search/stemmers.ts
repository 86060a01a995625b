import { sql, type Sql } from '../../database/database.ts';
import type { LanguageCode } from '../spaces/space-enums.ts';

/** The dictionaries of PostgreSQL that know the forms of words, by the language of a space. */
const dictionaries: Readonly<Partial<Record<LanguageCode, string>>> = {
  en: 'english_stem',
  fr: 'french_stem',
  de: 'german_stem',
  es: 'spanish_stem',
  it: 'italian_stem',
  pt: 'portuguese_stem',
  'pt-br': 'portuguese_stem',
  ru: 'russian_stem',
  ar: 'arabic_stem',
  hi: 'hindi_stem',
  nl: 'dutch_stem',
  tr: 'turkish_stem',
  sv: 'swedish_stem',
  no: 'norwegian_stem',
  da: 'danish_stem',
  fi: 'finnish_stem',
  el: 'greek_stem',
  hu: 'hungarian_stem',
  ro: 'romanian_stem',
  id: 'indonesian_stem',
  lt: 'lithuanian_stem',
};

/** Dictionary of spaces without a language. */
const DICTIONARY_DEFAULT = 'english_stem';
/** Dictionary of languages that PostgreSQL has no stemmer for. */
const DICTIONARY_OF_OTHERS = 'simple';

/** The dictionary for the language of the space `t`: its name, which PostgreSQL looks up. */
export function stemmerSql(): Sql {
  const known = Object.entries(dictionaries);
  return sql`CASE WHEN t.language IS NULL THEN ${DICTIONARY_DEFAULT}::text ELSE COALESCE(
    (${known.map(([, name]) => name)}::text[])[array_position(
      ${known.map(([code]) => code)}::text[], t.language)], ${DICTIONARY_OF_OTHERS}) END`;
}
