import { posix } from 'node:path';

/** Returns the percent-encoded relative address of a file, valid in markdown, HTML and tags. */
export function relativeLink(path: string, folder: string): string {
  const link = encodeAddress(posix.relative(folder, path));
  // A colon in a file name would otherwise look like a URL scheme.
  return link.includes(':') ? `./${link}` : link;
}

/** Encodes a part of an address, so that it contains no markup and no delimiter. */
export function encodeAddress(text: string): string {
  return encodeURI(text).replaceAll(/[()'#?&]/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
