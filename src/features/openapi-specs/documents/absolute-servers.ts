import { asObject, type JsonValue } from './json-value.ts';
import { isData } from './references.ts';

/**
 * Makes the addresses of servers whole that a file gives relative to its own (OpenAPI, "Server
 * Object"): the document that is made of it is served from elsewhere. It changes the value.
 */
export function makeServersAbsolute(value: JsonValue, address: string): void {
  const { origin, pathname } = new URL(address);
  // Without the query, which can hold a token.
  makeAbsoluteIn(value, `${origin}${pathname}`);
}

function makeAbsoluteIn(value: JsonValue, base: string): void {
  if (Array.isArray(value)) {
    for (const item of value) makeAbsoluteIn(item, base);
    return;
  }
  for (const [name, member] of Object.entries(asObject(value) ?? {})) {
    if (isData(name)) continue;
    if (name === 'servers' && Array.isArray(member)) {
      for (const server of member) makeAbsolute(server, base);
    } else makeAbsoluteIn(member, base);
  }
}

function makeAbsolute(given: JsonValue, base: string): void {
  const server = asObject(given);
  const url = server?.url;
  if (!server || typeof url !== 'string') return;
  // What begins with a variable may begin with a scheme.
  const isRelative = !url.startsWith('{') && !URL.canParse(url) && URL.canParse(url, base);
  if (!isRelative) return;
  server.url = new URL(url, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}
