/** Matches the start of a word; OpenAPI is one word. */
const WORD_START = /(?<![A-Z]|Open)(?=[A-Z])|(?=[A-Z][a-z])/;

/** Splits a name into words: `changeRequest` is "Change request". Keeps acronyms such as SSO. */
export function displayName(name: string): string {
  const words = name.split(WORD_START);
  const text = words.map((word) => (/[A-Z]{2}/.test(word) ? word : word.toLowerCase())).join(' ');
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}

/**
 * Derives the title of an operation from its id, short enough for side bars: `getSiteById` is "Get
 * site".
 */
export function operationTitle(operationId: string): string {
  return displayName(operationId.replace(/By(\w*)Id$/, (_, of: string) => of && `Of${of}`));
}
