import { referenceCharactersExtra } from './document-limits.ts';
import type { Block, ContentReference, FileReference, UrlReference } from './document-tree.ts';
import { parseReferenceAddress } from './reference-addresses.ts';
import type { IncludeResolver } from './includes.ts';
import type { SourceBlock } from './source-tree.ts';

/** Knows what an address in a page points to; undefined leaves it an address. */
export type ReferenceResolver = (address: string) => ContentReference | undefined;

/** What all parts of one conversion share. */
export interface ConversionContext {
  resolveReference: ReferenceResolver;
  resolveInclude: IncludeResolver;
  /**
   * Characters of link targets that may still be added to the tree; one definition serves many
   * links.
   */
  budget: { referenceCharacters: number };
  /** The footnotes of the document, by name. */
  footnotes: ReadonlyMap<string, Footnote>;
  /** Which blocks of the markdown the blocks of the tree were made from. */
  origins: Map<Block, SourceBlock>;
  /** Turns blocks of the markdown into blocks of the tree. */
  convertBlocks: (blocks: readonly SourceBlock[], context: ConversionContext) => Block[];
  /** A footnote within a footnote is text. */
  isInFootnote: boolean;
}

/** A note that text in the document may have. */
export interface Footnote {
  source: SourceBlock;
  /** Whether text has it; otherwise it is shown in its place. */
  isUsed: boolean;
}

export function createConversionContext(
  markdown: string,
  {
    footnotes,
    convertBlocks,
    resolveReference = () => undefined,
    resolveInclude = () => undefined,
  }: Pick<ConversionContext, 'footnotes' | 'convertBlocks'> & {
    resolveReference?: ReferenceResolver | undefined;
    resolveInclude?: IncludeResolver | undefined;
  },
): ConversionContext {
  return {
    resolveReference,
    resolveInclude,
    convertBlocks,
    budget: { referenceCharacters: markdown.length * 2 + referenceCharactersExtra },
    footnotes,
    origins: new Map(),
    isInFootnote: false,
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
  const resolved = parseReferenceAddress(address) ?? context.resolveReference(address);
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
  if (isDrawing(address)) {
    context.budget.referenceCharacters -= address.length;
    return { kind: 'url', url: context.budget.referenceCharacters < 0 ? '' : address };
  }
  const reference = createReference(address, context);
  if (reference?.kind === 'file' || reference?.kind === 'url') return reference;
  return { kind: 'url', url: reference ? address : '' };
}

/** The reference for the address of a file; one that is not known is called by its address. */
export function createFileReference(
  address: string,
  context: ConversionContext,
): FileReference | undefined {
  const reference = createReference(address, context);
  if (!reference) return undefined;
  return reference.kind === 'file' ? reference : { kind: 'file', file: address };
}

/** Whether an address holds a drawing: opened it can run scripts, but not where it is an image. */
export function isDrawing(address: string): boolean {
  return /^data:image\/svg\+xml[;,]/i.test(address);
}

/**
 * Whether an address runs a script. Browsers skip control characters and white space when they look
 * for the scheme.
 */
export function isScript(address: string): boolean {
  const start = address.replace(/[^!-\uffff]/g, '');
  return /^(?:javascript|vbscript|file|data):/i.test(start) && !/^data:image\/(?!svg)/i.test(start);
}
