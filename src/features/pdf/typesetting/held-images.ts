import { readDataUrl } from '../../../lib/data-url.ts';
import { markdownToDocument } from '../../../document/markdown-to-document.ts';

/** Maximum length of a `data:` address, in characters. */
const ADDRESS_LENGTH_MAX = 8_000_000;

/** Returns the distinct `data:` image addresses in a text. */
export function heldAddresses(markdown: string): string[] {
  if (!/data:image\//i.test(markdown)) return [];
  const addresses = new Set<string>();
  collect(markdownToDocument(markdown, { hasFrontMatter: false }).nodes, addresses);
  return [...addresses];
}

function collect(value: unknown, addresses: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (typeof part !== 'string') collect(part, addresses);
    else if (key === 'url' && /^data:image\//i.test(part)) addresses.add(part);
  }
}

/** Returns the image in a `data:` address; undefined if the address is too long. */
export function heldBytes(address: string): Buffer | undefined {
  return address.length > ADDRESS_LENGTH_MAX ? undefined : readDataUrl(address).bytes;
}
