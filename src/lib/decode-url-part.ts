/** Decodes the percent encoding of a part of a URL. Returns it unchanged if it is malformed. */
export function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
