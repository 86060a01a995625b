import { asObject, type JsonValue } from './json-value.ts';
import { partsOf } from './references.ts';

/**
 * Makes server addresses absolute that are relative to the file (OpenAPI, "Server Object"), because
 * the bundled document is served from elsewhere. Modifies the value.
 */
export function makeServersAbsolute(value: JsonValue, address: string): void {
  const { origin, pathname } = new URL(address);
  // The query is omitted because it can contain a token.
  makeAbsoluteIn(value, false, `${origin}${pathname}`);
}

function makeAbsoluteIn(value: JsonValue, hasNames: boolean, base: string): void {
  if (Array.isArray(value)) {
    for (const item of value) makeAbsoluteIn(item, false, base);
    return;
  }
  const object = asObject(value);
  if (!object) return;
  if (!hasNames) {
    // A link has a single server.
    for (const server of [object.servers, object.server].flat()) makeAbsolute(server, base);
  }
  for (const part of partsOf(object, hasNames)) makeAbsoluteIn(part.value, part.hasNames, base);
}

function makeAbsolute(given: JsonValue | undefined, base: string): void {
  const server = asObject(given);
  const url = server?.url;
  if (!server || typeof url !== 'string') return;
  // A leading variable may contain a scheme.
  const isRelative = !url.startsWith('{') && !URL.canParse(url) && URL.canParse(url, base);
  if (!isRelative) return;
  server.url = new URL(url, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}
