import { enumType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { enumName } from '../../lib/enum-name.ts';

export const SpaceVisibility = enumType(
  'SpaceVisibility',
  'Visibility of a space, in addition to users with a level on it.',
  {
    public: 'Anyone; search engines index it.',
    unlisted: 'Anyone; search engines do not index it.',
    'share-link': 'Anyone with a secret token in the URL.',
    'visitor-auth': 'Anyone who is authenticated through a JWT.',
    'in-collection': 'Anyone who can access the parent collection.',
    private: 'Authorized members.',
  },
);

export const SpaceEditMode = enumType(
  'SpaceEditMode',
  'Edit mode of the primary content of a space.',
  {
    live: 'The primary content can be edited directly.',
    locked: 'Direct edits are locked; change requests, merges and the sync with git stay possible.',
  },
);

/** Languages of the interface, by code. */
export const languages = {
  en: 'English',
  fr: 'French',
  de: 'German',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  'pt-br': 'Brazilian Portuguese',
  ru: 'Russian',
  ja: 'Japanese',
  zh: 'Chinese',
  yue: 'Cantonese',
  ko: 'Korean',
  ar: 'Arabic',
  hi: 'Hindi',
  nl: 'Dutch',
  pl: 'Polish',
  tr: 'Turkish',
  sv: 'Swedish',
  no: 'Norwegian',
  da: 'Danish',
  fi: 'Finnish',
  el: 'Greek',
  cs: 'Czech',
  hu: 'Hungarian',
  ro: 'Romanian',
  th: 'Thai',
  vi: 'Vietnamese',
  id: 'Indonesian',
  ms: 'Malay',
  he: 'Hebrew',
  uk: 'Ukrainian',
  sk: 'Slovak',
  bg: 'Bulgarian',
  hr: 'Croatian',
  lt: 'Lithuanian',
  lv: 'Latvian',
  et: 'Estonian',
  sl: 'Slovenian',
} as const;

export type LanguageCode = keyof typeof languages;

export const languageCodes = Object.keys(languages) as [LanguageCode, ...LanguageCode[]];

export const Language = builder.enumType('Language', {
  description: 'The language of content.',
  values: Object.fromEntries(
    languageCodes.map((code) => [
      enumName(code),
      { value: code, description: `${languages[code]}.` },
    ]),
  ) as Record<string, { value: LanguageCode; description: string }>,
});
