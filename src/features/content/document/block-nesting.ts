const essentials = [
  ...['paragraph', 'heading-1', 'heading-2', 'heading-3'],
  ...['list-ordered', 'list-unordered', 'list-tasks', 'divider'],
] as const;

const panel = [
  ...essentials,
  ...['content-ref', 'code', 'drawing', 'embed', 'file'],
  ...['images', 'hint', 'blockquote', 'math', 'integration'],
] as const;

/** The kinds of blocks that the tree allows within each kind of container. */
const kinds = {
  document: [
    ...panel,
    ...['expandable', 'tabs', 'table', 'swagger', 'openapi-operation', 'openapi-schemas'],
    ...['openapi-webhook', 'reusable-content', 'stepper', 'columns'],
  ],
  blockquote: [...essentials, 'blockquote'],
  hint: essentials,
  'list-item': [...essentials, 'code', 'hint', 'blockquote', 'math', 'table'],
  'tabs-item': panel,
  'stepper-step': panel,
  column: panel,
  'expandable-body': [
    ...essentials,
    ...['images', 'code', 'table', 'hint', 'blockquote', 'reusable-content'],
  ],
  'annotation-body': [...essentials, 'code'],
  cell: [...essentials, 'images', 'code', 'blockquote', 'embed', 'drawing', 'table'],
  'cell-quote': [...essentials, 'blockquote'],
  'cell-item': [...essentials, 'code', 'blockquote', 'table'],
} as const satisfies Record<string, readonly string[]>;

export type Container = keyof typeof kinds;

/**
 * The kinds of blocks that a container may hold. Blocks for some readers only (`if`) may stand
 * wherever tags can: they hold what their container does.
 */
export const allowedBlocks: Readonly<Record<Container, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(kinds).map(([container, types]) => {
    const hasTags = !/^(?:cell|annotation)/.test(container);
    return [container, new Set(hasTags ? [...types, 'if'] : types)];
  }),
) as Record<Container, Set<string>>;
