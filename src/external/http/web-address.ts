import { URL_LENGTH_MAX } from '../../lib/web-url.ts';
import { WebError } from './web-error.ts';

/** An address without its secrets, and they. */
export interface WebAddress {
  /** Without user, password and fragment. */
  url: URL;
  /** What a request to the origin of the address sends as `Authorization`. */
  authorization: string | undefined;
}

/**
 * Takes an address apart.
 *
 * @throws WebError `scheme` for anything but http and https, `address` for what is no address
 */
export function parseWebAddress(address: string | URL, base?: URL): WebAddress {
  const text = String(address);
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text, base)) {
    throw new WebError('address', 'is no address');
  }
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new WebError('scheme', 'is no address of http or https');
  }
  const authorization = authorizationOf(url);
  url.username = '';
  url.password = '';
  url.hash = '';
  return { url, authorization };
}

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = [username, password].map(decoded).join(':');
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** A password may be written with a `%` that stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * An address as it may be shown and logged: without user and password, and without the values of
 * its query, which can be tokens.
 */
export function shownAddress(address: string | URL): string {
  if (!URL.canParse(String(address))) return 'an address that cannot be read';
  const { protocol, host, pathname, search } = new URL(String(address));
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`;
}
