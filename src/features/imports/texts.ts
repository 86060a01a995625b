import { normalizeDocument } from '../../document/input/normalize-document.ts';
import type { ImageBlock } from '../../document/document-tree.ts';
import { rewriteMarkdown } from '../../document/source-preserving/rewrite-markdown.ts';
import { markdownToDocument } from '../../document/markdown-to-document.ts';
import type { AddressReferences } from './imported-content.ts';

/** Returns the distinct addresses in a text as written. */
export function addressesIn(markdown: string): string[] {
  const addresses = new Set<string>();
  markdownToDocument(markdown, {
    hasFrontMatter: false,
    resolveReference(address) {
      addresses.add(address);
      return undefined;
    },
  });
  return [...addresses];
}

/** Returns the distinct image addresses in a text as written, dark variants included. */
export function imageAddressesIn(markdown: string): string[] {
  const { nodes } = markdownToDocument(markdown, { hasFrontMatter: false });
  const addresses = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, data } = value as { type?: unknown; data?: Partial<ImageBlock['data']> };
    const isImage = type === 'image' || type === 'inline-image';
    for (const ref of isImage ? [data?.ref, data?.refDark] : []) {
      if (ref?.kind === 'url' && ref.url !== '') addresses.add(ref.url);
    }
    for (const below of Object.values(value)) visit(below);
  };
  visit(nodes);
  return [...addresses];
}

/**
 * Replaces the addresses in a text by references. Blocks without such an address keep their
 * markdown byte for byte.
 *
 * @throws UnwritableDocumentError for a text that is too large or too deep to be written
 */
export function linkText({
  markdown,
  references,
}: {
  markdown: string;
  references: AddressReferences;
}): string {
  const document = markdownToDocument(markdown, {
    hasFrontMatter: false,
    resolveReference: (address) =>
      Object.hasOwn(references, address) ? references[address] : undefined,
  });
  return rewriteMarkdown(markdown, normalizeDocument(document));
}
