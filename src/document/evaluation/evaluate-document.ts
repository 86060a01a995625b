import { isContainer, type Container } from '../block-nesting.ts';
import { createParagraph, createText } from '../document-nodes.ts';
import { documentSize } from '../document-size.ts';
import type {
  Block,
  DocumentTree,
  ExpressionInline,
  Fragment,
  ReferenceBlock,
  ReusableContentReference,
  TextNode,
} from '../document-tree.ts';
import { fitBlocks } from '../fit-blocks.ts';
import { mapNodes, type AnyNode, type TreeParts } from '../map-nodes.ts';
import {
  INCLUDE_DEPTH_MAX,
  INCLUDED_LENGTH_MAX,
  type EvaluatedDocument,
  type EvaluationInput,
} from './document-evaluation.ts';
import { isInlineCondition } from './is-evaluable.ts';
import { ExpressionValues } from './expression-values.ts';

/**
 * Evaluates a document for its readers: replaces expressions with values, `{% if %}` blocks with
 * their content if the condition holds, and `{% include %}` with the included content. It is a pure
 * function.
 *
 * Parts that cannot be evaluated are kept and reported in `problems`: an invalid expression, an
 * unknown variable, content that includes itself, or an exceeded limit. An unknown claim of the
 * visitor is the empty text. A condition that cannot be evaluated does not hold.
 *
 * @param tree with resolved includes
 */
export function evaluateDocument(tree: DocumentTree, input: EvaluationInput): EvaluatedDocument {
  const evaluator = new DocumentEvaluator(input);
  const nodes = evaluator.blocks(tree.nodes, {
    container: 'document',
    includedBy: input.contentId === undefined ? [] : [input.contentId],
  });
  const { problems } = evaluator;
  if (nodes === tree.nodes) return { tree, problems };
  return { tree: { ...tree, nodes: nodes.length > 0 ? nodes : [createParagraph([])] }, problems };
}

type ContainerBlock = Extract<Block, { type: Container }>;
type IncludeBlock = Extract<ReferenceBlock, { type: 'reusable-content' }>;

/** The position of a node, as far as it restricts its replacement. */
interface Place {
  container: Container;
  /** Ids of the contents that it is included in. */
  includedBy: readonly string[];
}

class DocumentEvaluator {
  readonly #contents: EvaluationInput['contents'];
  readonly #values: ExpressionValues;
  #includedLength = 0;

  constructor(input: EvaluationInput) {
    this.#contents = input.contents;
    this.#values = new ExpressionValues(input);
  }

  get problems() {
    return this.#values.problems;
  }

  blocks(nodes: Block[], place: Place): Block[] {
    return this.#nodes(nodes, place);
  }

  #nodes<Node extends AnyNode>(nodes: Node[], place: Place): Node[] {
    return mapNodes(nodes, (node) => {
      if (node.object === 'block') return this.#block(node, place);
      if (node.object === 'fragment') return this.#fragment(node, place);
      if (isInlineCondition(node)) {
        const isShown = this.#values.holds(node.data.text ?? '');
        return isShown ? this.#nodes(node.nodes, place) : [];
      }
      return node.object === 'inline' && node.type === 'expression' ? this.#text(node) : undefined;
    });
  }

  #text({ key, data }: ExpressionInline): TextNode[] | undefined {
    const text = this.#values.text(data.expression);
    return text === undefined ? undefined : [{ ...createText(text), ...(key && { key }) }];
  }

  #fragment(fragment: Fragment, place: Place): Fragment[] | undefined {
    const container = fragment.type ?? fragment.fragment;
    if (!isContainer(container)) return undefined;
    return [this.#within(fragment, { ...place, container })];
  }

  /** Evaluates the blocks of a container; an emptied one gets an empty paragraph. */
  #within<Node extends Fragment | ContainerBlock>(node: Node, place: Place): Node {
    const blocks: Block[] = node.nodes;
    const nodes = this.blocks(blocks, place);
    if (nodes === blocks) return node;
    return { ...node, nodes: nodes.length > 0 ? nodes : [createParagraph([])] };
  }

  #block(block: Block, place: Place): Block[] | undefined {
    switch (block.type) {
      case 'if':
        return this.#values.holds(block.data.expression) ? this.blocks(block.nodes, place) : [];
      case 'reusable-content':
        return this.#included(block, place);
      case 'blockquote':
      case 'hint':
      case 'list-item':
      case 'tabs-item':
      case 'stepper-step':
      case 'column':
        return [this.#within(block, { ...place, container: block.type })];
      default:
        return undefined;
    }
  }

  #included({ key, data: { ref } }: IncludeBlock, place: Place): Block[] | undefined {
    const tree = this.#contentOf(ref, place);
    if (!tree) return undefined;
    const includedBy = [...place.includedBy, ref.reusableContent];
    const nodes = this.blocks(tree.nodes, { ...place, includedBy });
    const fitting =
      place.container === 'document'
        ? nodes
        : fitBlocks(place.container, nodes, { origins: new Map() });
    return fitting.map((node) => withKeyPrefix(node, key ?? ''));
  }

  #contentOf(
    { space, reusableContent: id }: ReusableContentReference,
    { includedBy }: Place,
  ): DocumentTree | undefined {
    if (space !== undefined) return this.#values.reject(id, 'is content of another space');
    const tree = this.#contents.get(id);
    if (!tree)
      return this.#values.reject(id, 'does not exist in the revision, or is over the limit');
    if (includedBy.includes(id)) return this.#values.reject(id, 'includes itself');
    if (includedBy.length >= INCLUDE_DEPTH_MAX) {
      return this.#values.reject(id, `is included within more than ${INCLUDE_DEPTH_MAX} others`);
    }
    this.#includedLength += documentSize(tree);
    if (this.#includedLength <= INCLUDED_LENGTH_MAX) return tree;
    const limit = `${INCLUDED_LENGTH_MAX} characters as JSON`;
    return this.#values.reject(id, `brings what is included over ${limit}`);
  }
}

/** Prefixes keys, so that a node that appears several times has different keys. */
function withKeyPrefix<Node extends AnyNode>(node: Node, prefix: string): Node {
  const { key, nodes, fragments }: TreeParts = node;
  const prefixed = (child: AnyNode) => withKeyPrefix(child, prefix);
  return {
    ...node,
    ...(key !== undefined && { key: `${prefix}.${key}` }),
    ...(nodes && { nodes: nodes.map(prefixed) }),
    ...(fragments && { fragments: fragments.map(prefixed) }),
  };
}
