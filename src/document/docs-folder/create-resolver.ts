import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import { posix } from 'node:path';
import { isReadme } from './page-files.ts';

/** The target of a link in a table of contents or configuration. */
export type ResolvedTarget =
  | { kind: 'page'; path: string }
  | { kind: 'asset'; path: string }
  | { kind: 'url'; href: string }
  | { kind: 'unsafe'; href: string }
  | { kind: 'outside'; path: string }
  | { kind: 'missing'; path: string }
  | { kind: 'none' };

export type ResolveTarget = (target: string, folder: string) => ResolvedTarget;

/**
 * Creates a function that resolves a link to a file. A link may start with `/` (the documentation
 * root) or `./`, and may be percent-encoded. It may have an anchor (ignored), name a folder for its
 * README, or lack the extension. The literal spelling takes precedence over the decoded one.
 */
export function createResolver(
  files: { markdown: Set<string>; assets: ReadonlyMap<string, unknown> },
  root: string,
): ResolveTarget {
  const paths = new Map<string, string>();
  for (const path of [...files.assets.keys(), ...files.markdown]) {
    paths.set(path.normalize('NFC'), path);
    if (isReadme(path)) paths.set(`${posix.dirname(path).normalize('NFC')}/`, path);
  }
  const find = (path: string): string | undefined => {
    const plain = path.normalize('NFC').replace(/\/$/, '');
    return paths.get(plain) ?? paths.get(`${plain}.md`) ?? paths.get(`${plain || '.'}/`);
  };

  return (target, folder) => {
    const href = target.trim();
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return classifyUrl(href);
    const written = href.replace(/[#?].*$/s, '').replaceAll('\\', '/');
    if (written === '') return { kind: 'none' };
    const candidates = [href, written, decodeUrlPart(written)].map((link) =>
      posix.join(link.startsWith('/') ? root : folder, link.replace(/^\/+/, '')),
    );
    for (const candidate of candidates) {
      const path = find(candidate);
      if (path !== undefined) {
        return { kind: files.markdown.has(path) ? 'page' : 'asset', path };
      }
    }
    const path = candidates.at(-1) ?? written;
    return { kind: path.startsWith('..') ? 'outside' : 'missing', path };
  };
}

function classifyUrl(href: string): ResolvedTarget {
  const absolute = href.startsWith('//') ? `https:${href}` : href;
  const isSafe = /^(https?:\/\/|mailto:|tel:)/i.test(absolute) && URL.canParse(absolute);
  return isSafe ? { kind: 'url', href: absolute } : { kind: 'unsafe', href };
}
