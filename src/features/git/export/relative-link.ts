import { posix } from 'node:path';

/** The address of a file, as markdown, HTML and tags take it alike: percent-encoded. */
export function relativeLink(path: string, folder: string): string {
  const link = encodeAddress(posix.relative(folder, path));
  // What looks like the scheme of an address is the name of a file.
  return link.includes(':') ? `./${link}` : link;
}

/** Encodes a part of an address, so that no markup and no other part begins in it. */
export function encodeAddress(text: string): string {
  return encodeURI(text).replaceAll(/[()'#?&]/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
