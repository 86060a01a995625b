import type { HeadingBlock, InlineContent, TextAlignment } from './document-tree.ts';

const headingTypes = ['heading-1', 'heading-2', 'heading-3'] as const;

/** A heading; the tree knows three levels, deeper ones are of the third. */
export function convertHeading(
  level: number,
  nodes: InlineContent,
  data: { id?: string | undefined; align?: TextAlignment | undefined },
): HeadingBlock {
  return {
    object: 'block',
    type: headingTypes[level - 1] ?? 'heading-3',
    isVoid: false,
    data: { ...(data.id ? { id: data.id } : {}), ...(data.align ? { align: data.align } : {}) },
    nodes,
  };
}

/**
 * The anchor of a heading in the form that a tree may have; undefined when it cannot be written so.
 */
export function headingId(text: string): string | undefined {
  const id = text.trim().toLowerCase();
  return id.length <= 200 && /^[-a-z0-9.+_]+$/.test(id) ? id : undefined;
}

/** Takes `{#id}` off the end of a heading, if it is an anchor and not meant as text (`\\{#id}`). */
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
