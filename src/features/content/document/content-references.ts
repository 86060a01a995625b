import { referenceCharactersExtra } from './document-limits.ts';
import type { ContentReference, FileReference, UrlReference } from './document-tree.ts';

/** Knows what an address in a page points to; undefined leaves it an address. */
export type ReferenceResolver = (address: string) => ContentReference | undefined;

/** What all parts of one conversion share. */
export interface ConversionContext {
  resolveReference: ReferenceResolver;
  /**
   * Characters of link targets that may still be added to the tree; one definition serves many
   * links.
   */
  budget: { referenceCharacters: number };
}

export function createConversionContext(
  markdown: string,
  resolveReference: ReferenceResolver = () => undefined,
): ConversionContext {
  return {
    resolveReference,
    budget: { referenceCharacters: markdown.length * 2 + referenceCharactersExtra },
  };
}

/**
 * The reference for an address; undefined for a script and when the tree has no room for more of
 * them.
 */
export function createReference(
  address: string,
  context: ConversionContext,
): ContentReference | undefined {
  context.budget.referenceCharacters -= address.length;
  if (context.budget.referenceCharacters < 0 || isScript(address)) return undefined;
  const resolved = context.resolveReference(address);
  if (resolved) return resolved;
  if (address.length > 1 && address.startsWith('#')) {
    return { kind: 'anchor', anchor: address.slice(1) };
  }
  return { kind: 'url', url: address };
}

/** The reference for the address of an image, which is a file or stays an address. */
export function createImageReference(
  address: string,
  context: ConversionContext,
): UrlReference | FileReference {
  const reference = createReference(address, context);
  if (reference?.kind === 'file' || reference?.kind === 'url') return reference;
  return { kind: 'url', url: reference ? address : '' };
}

/** Browsers skip control characters and white space when they look for the scheme. */
function isScript(address: string): boolean {
  const start = address.replace(/[^!-\uffff]/g, '');
  return /^(?:javascript|vbscript|file|data):/i.test(start) && !/^data:image\/(?!svg)/i.test(start);
}
