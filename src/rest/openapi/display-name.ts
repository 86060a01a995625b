/** Where a word begins; OpenAPI is one. */
const WORD_START = /(?<![A-Z]|Open)(?=[A-Z])|(?=[A-Z][a-z])/;

/** `ChangeRequest` and `changeRequest` are read as "Change request", `listSSOLogins` as said. */
export function displayName(name: string): string {
  const words = name.split(WORD_START);
  const text = words.map((word) => (/[A-Z]{2}/.test(word) ? word : word.toLowerCase())).join(' ');
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}

/**
 * A title for an operation, as short as side bars need it, which its id says: `getSiteById` is read
 * as "Get site".
 */
export function operationTitle(operationId: string): string {
  return displayName(operationId.replace(/By(\w*)Id$/, (_, of: string) => of && `Of${of}`));
}
