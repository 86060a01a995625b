import { decodeUrlPart } from '../../../lib/decode-url-part.ts';
import { asObject, type JsonObject, type JsonValue } from './json-value.ts';

/** Most references that are followed one after the other. */
const HOPS_MAX = 20;

/**
 * Whether a value has a part at a pointer, as the fragment of an address has it. A pointer that
 * goes on through another reference is not followed further.
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

/** The object that a value of a document is, or that it refers to; undefined where it is none. */
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

/** A name as a step of such a pointer, in which `$defs` can be read. */
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
