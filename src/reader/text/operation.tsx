import type { VNode } from 'preact';
import type { Setting } from './text-setting.ts';
import { textOf, type TreeNode } from './tree-node.ts';

/** Shows an operation of a specification: its method and path. */
export function Operation({ node }: { node: TreeNode; setting: Setting }): VNode {
  const method = textOf(node, 'method')?.toUpperCase();
  const schemas = node.data?.['schemas'];
  const names = Array.isArray(schemas) ? schemas.map(String) : [];
  const path = textOf(node, 'path') ?? textOf(node, 'name') ?? names.join(', ');
  return (
    <div class="operation">
      <p class="endpoint">
        {method === undefined ? null : (
          <span class={`method ${method.toLowerCase()}`}>{method}</span>
        )}
        <code>{path}</code>
      </p>
    </div>
  );
}
