import { builder } from '../../builder.ts';
import { enumName } from '../../lib/enum-name.ts';

export const SpaceVisibility = builder.enumType('SpaceVisibility', {
  description: 'Visibility of a space, in addition to users with a level on it.',
  values: {
    PUBLIC: { value: 'public', description: 'Anyone; search engines index it.' },
    UNLISTED: { value: 'unlisted', description: 'Anyone; search engines do not index it.' },
    SHARE_LINK: { value: 'share-link', description: 'Anyone with a secret token in the URL.' },
    VISITOR_AUTH: {
      value: 'visitor-auth',
      description: 'Anyone who is authenticated through a JWT.',
    },
    IN_COLLECTION: {
      value: 'in-collection',
      description: 'Anyone who can access the parent collection.',
    },
    PRIVATE: { value: 'private', description: 'Authorized members.' },
  } as const,
});

export const SpaceEditMode = builder.enumType('SpaceEditMode', {
  description: 'Edit mode of the primary content of a space.',
  values: {
    LIVE: { value: 'live', description: 'The primary content can be edited directly.' },
    LOCKED: {
      value: 'locked',
      description:
        'Direct edits are locked; change requests, merges and the sync with git stay possible.',
    },
  } as const,
});

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
