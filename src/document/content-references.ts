import { referenceCharactersExtra } from './document-limits.ts';
import type { Block, ContentReference, FileReference, UrlReference } from './document-tree.ts';
import { parseReferenceAddress } from './reference-addresses.ts';
import type { IncludeResolver } from './includes.ts';
import type { SourceBlock } from './source-tree.ts';

/** Resolves an address in a page; undefined leaves it an address. */
export type ReferenceResolver = (address: string) => ContentReference | undefined;

/** The state that all parts of one conversion share. */
export interface ConversionContext {
  resolveReference: ReferenceResolver;
  resolveInclude: IncludeResolver;
  /** Remaining characters of link targets in the tree: many links may share one definition. */
  budget: { referenceCharacters: number };
  /** Footnotes of the document, by name. */
  footnotes: ReadonlyMap<string, Footnote>;
  /** Source blocks in the markdown, by the tree blocks made from them. */
  origins: Map<Block, SourceBlock>;
  /** Converts blocks of the markdown to blocks of the tree. */
  convertBlocks: (blocks: readonly SourceBlock[], context: ConversionContext) => Block[];
  /** Inside a footnote, a footnote reference is text. */
  isInFootnote: boolean;
}

/** A footnote of the document. */
export interface Footnote {
  source: SourceBlock;
  /** Whether the text refers to it; otherwise it is shown as text at its own position. */
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
 * Returns the reference for an address; undefined for a script, and when the budget of the tree is
 * spent.
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

/** Returns the reference for an image address: a file, or the address itself. */
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

/** Returns the reference for a file address; an unknown file is identified by its address. */
export function createFileReference(
  address: string,
  context: ConversionContext,
): FileReference | undefined {
  const reference = createReference(address, context);
  if (!reference) return undefined;
  return reference.kind === 'file' ? reference : { kind: 'file', file: address };
}

/**
 * Checks whether an address contains an SVG. When opened, it can run scripts, but not as an image.
 */
export function isDrawing(address: string): boolean {
  return /^data:image\/svg\+xml[;,]/i.test(address);
}

/**
 * Checks whether an address runs a script. Browsers ignore control characters and white space
 * before the scheme.
 */
export function isScript(address: string): boolean {
  const start = address.replace(/[^!-\uffff]/g, '');
  return /^(?:javascript|vbscript|file|data):/i.test(start) && !/^data:image\/(?!svg)/i.test(start);
}
