const essentials = [
  ...['paragraph', 'heading-1', 'heading-2', 'heading-3'],
  ...['list-ordered', 'list-unordered', 'list-tasks', 'divider'],
] as const;

const panel = [...essentials, 'code', 'images', 'drawing', 'hint', 'blockquote', 'math'] as const;

/** Blocks that are a single tag, and unknown tags. */
const tags = [
  ...['if', 'tag', 'content-ref', 'reusable-content', 'file', 'embed', 'integration'],
  ...['swagger', 'openapi-operation', 'openapi-schemas', 'openapi-webhook'],
] as const;

/** Kinds of blocks that the tree allows in each kind of container. */
const kinds = {
  document: [...panel, ...['expandable', 'tabs', 'table', 'stepper', 'columns']],
  blockquote: [...essentials, 'blockquote'],
  hint: essentials,
  'list-item': [...essentials, 'code', 'hint', 'blockquote', 'math', 'table'],
  'tabs-item': panel,
  'stepper-step': panel,
  column: panel,
  'expandable-body': [...essentials, 'images', 'code', 'table', 'hint', 'blockquote'],
  'annotation-body': [...essentials, 'code'],
  cell: [...essentials, 'images', 'code', 'blockquote', 'embed', 'drawing', 'table'],
  'cell-quote': [...essentials, 'blockquote'],
  'cell-item': [...essentials, 'code', 'blockquote', 'table'],
} as const satisfies Record<string, readonly string[]>;

export type Container = keyof typeof kinds;

/**
 * Kinds of blocks that a container may contain. Blocks of a single tag are allowed wherever tags
 * are; conditions (`if`) and unknown tags allow the same as their container.
 */
export const allowedBlocks: Readonly<Record<Container, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(kinds).map(([container, types]) => {
    const isCell = container.startsWith('cell');
    return [container, new Set<string>([...types, ...(isCell ? [] : tags)])];
  }),
) as Record<Container, Set<string>>;

/** Checks whether a name is that of a container. */
export function isContainer(name: string): name is Container {
  return Object.hasOwn(kinds, name);
}
