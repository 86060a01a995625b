/** A node of a text, as the scalar `DocumentTree` has it. */
export interface TreeNode {
  object: string;
  type?: string;
  data?: Record<string, unknown>;
  nodes?: TreeNode[];
  fragments?: TreeNode[];
  /** Name of a fragment. */
  fragment?: string;
  leaves?: { text: string; marks: { type: string; data?: Record<string, unknown> }[] }[];
}

/** Returns a text in the data of a node; undefined if it has none of that name. */
export function textValueOf({ data }: TreeNode, name: string): string | undefined {
  const value = data?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns whether a flag in the data of a node is set. */
export function hasFlag({ data }: TreeNode, name: string): boolean {
  return data?.[name] === true;
}

/** Returns the blocks of the fragments with a name. */
export function fragmentOf({ fragments }: TreeNode, name: string): TreeNode[] {
  return (fragments ?? []).flatMap(({ fragment, nodes }) =>
    fragment === name ? (nodes ?? []) : [],
  );
}

/** Returns the text in a node and in those below it. */
export function plainText({ leaves, nodes }: TreeNode): string {
  if (leaves) return leaves.map(({ text }) => text).join('');
  return (nodes ?? []).map(plainText).join('');
}
