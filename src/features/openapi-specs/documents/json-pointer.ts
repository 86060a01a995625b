import { decodeUrlPart } from '../../../lib/decode-url-part.ts';
import { asObject, type JsonObject, type JsonValue } from './json-value.ts';

/** Maximum number of references followed in a chain. */
const HOPS_MAX = 20;

/**
 * Checks whether a value has a part at a JSON pointer in URL fragment form. Does not follow a
 * pointer through another reference.
 */
export function leadsSomewhere(root: JsonValue, fragment: string): boolean {
  let value: JsonValue | undefined = root;
  for (const name of namesIn(fragment)) {
    if (!isNested(value)) return false;
    if (!Object.hasOwn(value, name)) return Object.hasOwn(value, '$ref');
    value = value[name];
  }
  return true;
}

/** Returns the object that a value is or refers to; undefined if it is not an object. */
export function objectOf(
  document: JsonObject,
  value: JsonValue | undefined,
): JsonObject | undefined {
  let object = asObject(value);
  for (let hop = 0; typeof object?.$ref === 'string' && hop < HOPS_MAX; hop += 1) {
    if (!object.$ref.startsWith('#/')) return undefined;
    let target: JsonValue | undefined = document;
    for (const name of namesIn(object.$ref.slice(1))) {
      target = isNested(target) && Object.hasOwn(target, name) ? target[name] : undefined;
    }
    object = asObject(target);
  }
  return typeof object?.$ref === 'string' ? undefined : object;
}

/** Encodes a name as a token of a JSON pointer, keeping `$` readable. */
export function pointerToken(name: string): string {
  const token = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
  return token.replaceAll('%24', '$');
}

function namesIn(fragment: string): string[] {
  const tokens = fragment.split('/').slice(1);
  return tokens.map((token) => decodeUrlPart(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isNested(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
