import { objectOf } from './json-pointer.ts';
import { asText, type JsonObject } from './json-value.ts';

/** The methods of operations, as all versions of OpenAPI have them, and the one of 3.2. */
const methods: ReadonlySet<string> = new Set([
  ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'],
]);

/** What operations and webhooks are below that name no tag. */
const UNTAGGED = { path: 'Default', webhook: 'Webhooks' } as const;

/** An operation of a path, or one that a webhook asks of others. */
export interface Operation {
  kind: 'path' | 'webhook';
  /** The path, or the name of the webhook. */
  name: string;
  /** In lower case. */
  method: string;
  /** The names of its tags, each once, at least one. */
  tags: string[];
  body: JsonObject;
}

/** All operations of a specification, in the order in which they stand in it. */
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
