import { badInput } from '../../errors.ts';
import { unstorableText } from '../../rest/unstorable-text.ts';
import type { McpTool } from './create-mcp-tools.ts';

/** The request to `/v1` for the call of a tool. */
export interface ToolRequest {
  method: McpTool['method'];
  url: string;
  payload?: string;
}

/**
 * Creates the request to `/v1` for the arguments of a call. Unknown arguments are sent, too: `/v1`
 * refuses them by name.
 *
 * @throws BAD_USER_INPUT for a path parameter that is empty or a dot segment, and for texts that no
 *   URL can contain
 */
export function createToolRequest(
  { method, path, query: names, hasBody }: McpTool,
  args: Readonly<Record<string, unknown>>,
): ToolRequest {
  const unstorable = unstorableText(args);
  if (unstorable) throw unstorable;
  const left = new Map(Object.entries(args));
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const segment = pathSegment(name, left.get(name));
    left.delete(name);
    return segment;
  });
  const query = new URLSearchParams();
  for (const [name, value] of left) {
    if (hasBody && !names.has(name)) continue;
    left.delete(name);
    for (const one of [value].flat()) if (one !== null) query.append(name, textOf(one));
  }
  return {
    method,
    url: query.size > 0 ? `${url}?${query.toString()}` : url,
    ...(hasBody && { payload: JSON.stringify(Object.fromEntries(left)) }),
  };
}

function pathSegment(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') {
    throw badInput(`"${name}" is required.`, [name]);
  }
  const text = textOf(value);
  // A URL has no such segments, however they are encoded.
  if (text === '.' || text === '..') throw badInput(`"${name}" must not be "${text}".`, [name]);
  return encodeURIComponent(text);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
