/** Matches the user and password in a URL. */
const CREDENTIALS = /\/\/[^/\s@]+@/g;

/** Replaces the users and passwords of all URLs in a text with `[hidden]`. */
export function hideCredentials(text: string): string {
  return text.replaceAll(CREDENTIALS, '//[hidden]@');
}
