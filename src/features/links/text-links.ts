import { declareTextDerivation } from '../../revisions/derived/text-derivation.ts';
import type {
  Block,
  ContentReference,
  DocumentTree,
  Fragment,
  Inline,
  TableBlock,
  TextNode,
} from '../../document/document-tree.ts';
import { parseReferenceAddress } from '../../document/reference-addresses.ts';
import { tagReferences } from '../../document/tag-references.ts';
import { anchorsOf } from './anchors.ts';

/** A link in a text. */
export type TextLink = {
  /** The target: an address as written, or an id. */
  ref: ContentReference;
  /** Key of the containing block. */
  node: string;
  /** Whether the target's content is displayed in the text. */
  dependsOn: boolean;
};

/** The links of each text, and its anchors. */
export const textLinks = declareTextDerivation({
  name: 'links',
  version: 6,
  module: import.meta.url,
  derive: (document, markdown) => ({
    links: linksOf(document),
    anchors: anchorsOf(document, markdown),
  }),
});

/** Matches blocks that display their target. */
const showing = /^(?:reusable-content|swagger|openapi-.*)$/;

/** Returns the links in a document, ignoring code. */
function linksOf({ nodes }: DocumentTree): TextLink[] {
  const links: TextLink[] = [];
  for (const node of nodes) addBlock(node, links);
  return links;
}

function addBlock(block: Block, links: TextLink[]): void {
  if (block.type === 'code') return;
  const node = block.key ?? '';
  const dependsOn = showing.test(block.type);
  const refs = block.type === 'table' ? tableRefs(block) : refsIn(block);
  for (const ref of refs) links.push({ ref, node, dependsOn });
  if ('nodes' in block) addNodes(block.nodes, node, links);
  if ('fragments' in block) addNodes(block.fragments, node, links);
}

function addNodes(
  nodes: readonly (Block | Inline | TextNode | Fragment)[],
  node: string,
  links: TextLink[],
): void {
  for (const below of nodes) {
    if (below.object === 'block') addBlock(below, links);
    if (below.object === 'fragment') addNodes(below.nodes, node, links);
    if (below.object !== 'inline') continue;
    for (const ref of refsIn(below)) links.push({ ref, node, dependsOn: false });
    if ('nodes' in below) addNodes(below.nodes, node, links);
    if ('fragments' in below) addNodes(below.fragments, node, links);
  }
}

/** Returns the references in the data of a node: for light and dark mode, or an address. */
function refsIn(node: Block | Inline): ContentReference[] {
  if (node.type === 'tag') return tagReferences(node.data);
  const { ref, refDark, url } = node.data as Partial<Record<string, unknown>>;
  return [ref, refDark, typeof url === 'string' ? named(url) : undefined].filter(
    (value): value is ContentReference => typeof value === 'object' && value !== null,
  );
}

/** Returns the reference for an address: by id, or the address itself. */
function named(address: string): ContentReference {
  return parseReferenceAddress(address) ?? { kind: 'url', url: address };
}

/** Returns the references in the cells of a table: pages, images and files, as on cards. */
function tableRefs({ data: { records, definition } }: TableBlock): ContentReference[] {
  return Object.values(records).flatMap(({ values }) =>
    Object.entries(values).flatMap(([column, value]): ContentReference[] => {
      if (Array.isArray(value)) {
        const isFiles = definition[column]?.type === 'files';
        return isFiles ? value.map(named) : [];
      }
      return typeof value === 'object' && value !== null ? [value] : [];
    }),
  );
}
