import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import { URL_LENGTH_MAX } from '../../lib/web-url.ts';
import { WebError } from './web-error.ts';

/** Address separated from its secrets. */
export interface WebAddress {
  /** Address without user, password and fragment. */
  url: URL;
  /** `Authorization` header for the origin of the address. */
  authorization: string | undefined;
}

/**
 * Separates an address from its credentials.
 *
 * @throws WebError `scheme` for anything but http and https, `address` for an invalid address
 */
export function parseWebAddress(address: string | URL, base?: URL): WebAddress {
  const text = String(address);
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text, base)) {
    throw new WebError('address', 'is not a valid URL');
  }
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new WebError('scheme', 'is not an http or https URL');
  }
  const authorization = authorizationOf(url);
  url.username = '';
  url.password = '';
  url.hash = '';
  return { url, authorization };
}

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = [username, password].map(decodeUrlPart).join(':');
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/**
 * Returns an address for display and logs: without credentials and query, which can contain tokens.
 */
export function shownAddress(address: string | URL): string {
  if (!URL.canParse(String(address))) return 'an address that cannot be read';
  const { protocol, host, pathname, search } = new URL(String(address));
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`;
}
