import { objectOf } from './json-pointer.ts';
import { asText, type JsonObject } from './json-value.ts';

/** HTTP methods of operations in all versions of OpenAPI, including `query` of 3.2. */
const methods: ReadonlySet<string> = new Set([
  ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'],
]);

/** Tags of operations and webhooks that have none. */
const UNTAGGED = { path: 'Default', webhook: 'Webhooks' } as const;

/** Operation of a path or a webhook. */
export interface Operation {
  kind: 'path' | 'webhook';
  /** Path, or name of the webhook. */
  name: string;
  /** Method in lower case. */
  method: string;
  /** Distinct tag names, at least one. */
  tags: string[];
  body: JsonObject;
}

/** Returns all operations of a specification in document order. */
export function operationsOf(document: JsonObject): Operation[] {
  const operationsIn = (items: JsonObject[string] | undefined, kind: Operation['kind']) =>
    Object.entries(objectOf(document, items) ?? {}).flatMap(([name, item]) =>
      Object.entries(objectOf(document, item) ?? {}).flatMap(([method, given]): Operation[] => {
        const body = methods.has(method) ? objectOf(document, given) : undefined;
        return body ? [{ kind, name, method, tags: tagsOf(body, kind), body }] : [];
      }),
    );
  return [...operationsIn(document.paths, 'path'), ...operationsIn(document.webhooks, 'webhook')];
}

function tagsOf({ tags }: JsonObject, kind: Operation['kind']): string[] {
  const names = (Array.isArray(tags) ? tags : []).flatMap((tag) => asText(tag) ?? []);
  return names.length > 0 ? [...new Set(names)] : [UNTAGGED[kind]];
}
