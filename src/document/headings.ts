import { withoutEmpty } from '../lib/without-empty.ts';
import { createBlock } from './document-nodes.ts';
import type { HeadingBlock, InlineContent, TextAlignment } from './document-tree.ts';

const headingTypes = ['heading-1', 'heading-2', 'heading-3'] as const;

/** Creates a heading. The tree has three levels; deeper headings get the third. */
export function convertHeading(
  level: number,
  nodes: InlineContent,
  data: { id?: string | undefined; align?: TextAlignment | undefined },
): HeadingBlock {
  return createBlock(headingTypes[level - 1] ?? 'heading-3', withoutEmpty(data), nodes);
}

/**
 * Returns the anchor of a heading in the form that the tree allows; undefined if that is
 * impossible.
 */
export function headingId(text: string): string | undefined {
  const id = text.trim().toLowerCase();
  return id.length <= 200 && /^[-a-z0-9.+_]+$/.test(id) ? id : undefined;
}

/**
 * Removes `{#id}` from the end of a heading, and returns it. Ignores invalid anchors and escaped
 * ones (`\\{#id}`).
 */
export function takeHeadingId(nodes: InlineContent, source: string): string | undefined {
  if (!/(?<!\\)\{#[^\s{}]{1,200}\}\s*$/.test(source.slice(-300))) return undefined;
  const last = nodes.at(-1);
  const leaf = last?.object === 'text' ? last.leaves.at(-1) : undefined;
  const match = leaf && /\s*\{#([^\s{}]{1,200})\}$/.exec(leaf.text.slice(-300));
  const id = headingId(match?.[1] ?? '');
  if (!match || !leaf || id === undefined) return undefined;
  leaf.text = leaf.text.slice(0, leaf.text.length - match[0].length);
  return id;
}
