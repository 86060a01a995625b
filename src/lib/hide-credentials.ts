/** User and password in an address, which are nobody's to read. */
const CREDENTIALS = /\/\/[^/\s@]+@/g;

/** A text without the users and passwords of the addresses in it. */
export function hideCredentials(text: string): string {
  return text.replaceAll(CREDENTIALS, '//[hidden]@');
}
