import { canonicalJson } from '../../lib/canonical-json.ts';
import type { AnnotationInline, Block, CodeBlock, InlineContent } from '../document-tree.ts';
import { normalizeDocument } from '../input/normalize-document.ts';
import type { ParsedDocument } from '../markdown-to-document.ts';
import type { SourceBlock } from '../source-tree.ts';
import { blockTexts } from '../tree-text.ts';
import type { SourceOf } from '../writing/write-context.ts';

const boxPattern = /^\[[ xX]\]\s+/;

/**
 * The stored source of text lines, code blocks and footnotes, by their content. It allows keeping
 * them inside a rewritten block.
 */
export class SourceParts implements SourceOf {
  readonly #lines = new Map<string, string>();
  readonly #code = new Map<string, string>();
  readonly #notes = new Map<string, string>();

  constructor({ tree, origins, footnotes }: ParsedDocument) {
    const uses = new Map<unknown, number>();
    for (const { token } of origins.values()) uses.set(token, (uses.get(token) ?? 0) + 1);
    for (const [block, source] of origins) {
      if (uses.get(source.token) === 1) this.#addBlock(block, source);
    }
    const labels = new Map([...footnotes].map(([label, { source }]) => [source.lines[0], label]));
    for (const note of notesIn(tree.nodes)) {
      const nodes = note.fragments.flatMap((fragment) => fragment.nodes);
      const line = nodes[0] && origins.get(nodes[0])?.lines[0];
      const label = line === undefined ? undefined : labels.get(line);
      if (label !== undefined) this.#notes.set(keyOf(normalBlocks(nodes)), label);
    }
  }

  line(nodes: InlineContent, isOneLine: boolean): string | undefined {
    const source = this.#lines.get(keyOf(nodes));
    if (source === undefined || !isOneLine) return source;
    return /(?: {2}|\\)\n/.test(source) ? undefined : source.replaceAll(/\s*\n\s*/g, ' ');
  }

  code(block: CodeBlock): string | undefined {
    return this.#code.get(keyOf(block));
  }

  note({ fragments }: AnnotationInline): string | undefined {
    return this.#notes.get(keyOf(fragments.flatMap((fragment) => fragment.nodes)));
  }

  #addBlock(block: Block, source: SourceBlock): void {
    const { type, children } = source;
    const [normal] = normalBlocks([block]);
    const fence = type === 'tag' && children.length === 1 ? children[0] : source;
    if (normal?.type === 'code' && fence?.type === 'fence') {
      const { markup, info, content } = fence.token;
      const { syntax } = normal.data;
      const bare = { ...normal, data: syntax === undefined ? {} : { syntax } };
      const end = content === '' || content.endsWith('\n') ? '' : '\n';
      this.#code.set(keyOf(bare), `${markup}${info}\n${content}${end}${markup}`);
    }
    const isText = normal?.type === 'paragraph' || normal?.type.startsWith('heading-') === true;
    const content = children[0]?.token.content;
    if (!isText || content === undefined || (type !== 'paragraph' && type !== 'heading')) return;
    // The anchor of a heading is written separately.
    if (!('nodes' in normal) || 'id' in normal.data) return;
    // The checkbox of a task is written by its item.
    const isTask = boxPattern.test(content) && !boxPattern.test(`${blockTexts([normal])[0]} `);
    this.#lines.set(keyOf(normal.nodes), isTask ? content.replace(boxPattern, '') : content);
  }
}

function keyOf(nodes: unknown): string {
  return canonicalJson(nodes);
}

function normalBlocks(nodes: Block[]): Block[] {
  return normalizeDocument({ object: 'document', data: { schemaVersion: 1 }, nodes }).nodes;
}

function notesIn(nodes: readonly object[]): AnnotationInline[] {
  return nodes.flatMap((node) => {
    const { type, nodes: inner, fragments } = node as Partial<AnnotationInline>;
    if (type === 'annotation') return [node as AnnotationInline];
    return [...notesIn(inner ?? []), ...notesIn(fragments ?? [])];
  });
}
