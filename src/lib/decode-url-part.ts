/** Part of an address with its percent encoding undone; as it is, where that is not well-formed. */
export function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
