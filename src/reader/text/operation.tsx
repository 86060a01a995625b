import type { VNode } from 'preact';
import type { NodeProps } from './text-setting.ts';
import { textValueOf } from './tree-node.ts';

/** Shows an operation of a specification: its method and path. */
export function OperationBlock({ node }: NodeProps): VNode {
  const method = textValueOf(node, 'method')?.toUpperCase();
  const schemas = node.data?.['schemas'];
  const names = Array.isArray(schemas) ? schemas.map(String) : [];
  const path = textValueOf(node, 'path') ?? textValueOf(node, 'name') ?? names.join(', ');
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
