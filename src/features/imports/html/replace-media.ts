import type { SkippedPath } from '../../../document/docs-folder/docs-folder.ts';
import {
  attributeOf,
  findDescendant,
  isElement,
  collapsedText,
  type HastElement,
  type HastParent,
} from './hast.ts';

/** Names of embedded media in the report, by tag. */
const names: Readonly<Record<string, string>> = {
  iframe: 'frame',
  video: 'film',
  audio: 'sound',
  object: 'object',
  embed: 'object',
  canvas: 'canvas',
};

/** Replaces embedded media by an image, a link or its fallback text. Returns what was omitted. */
export function replaceMedia(parent: HastParent): SkippedPath[] {
  const skipped: SkippedPath[] = [];
  settleIn(parent, (kind, reason) => {
    const count = skipped.filter(({ path }) => path.startsWith(`${kind}-`)).length + 1;
    skipped.push({ path: `${kind}-${count}`, reason });
  });
  return skipped;
}

function settleIn(parent: HastParent, skip: (kind: string, reason: string) => void): void {
  parent.children = parent.children.filter((child) => {
    if (!isElement(child)) return true;
    const kind = Object.hasOwn(names, child.tagName) ? names[child.tagName] : undefined;
    if (kind !== undefined) {
      const address = mediaAddress(child);
      if (address !== undefined && isImage(child, address)) becomeImage(child, address);
      else if (address === undefined && standsInFor(child)) child.tagName = 'div';
      else if (address === undefined) {
        if (!isUnseen(child)) skip(kind, reasonFor(child));
        return false;
      }
    }
    settleIn(child, skip);
    return true;
  });
}

/** Returns the address of a video, a frame or an object; undefined if it has no web address. */
export function mediaAddress(element: HastElement): string | undefined {
  const source = findDescendant(element, ({ tagName }) => tagName === 'source');
  const written =
    attributeOf(element, 'src') ||
    (element.tagName === 'object' ? attributeOf(element, 'data') : '') ||
    (source ? attributeOf(source, 'src') : '');
  const address = written.trim();
  return /^(?:$|(?:data|blob|about|javascript|vbscript):)/i.test(address) ? undefined : address;
}

function isImage(element: HastElement, address: string): boolean {
  if (!/^(?:object|embed)$/.test(element.tagName)) return false;
  const type = attributeOf(element, 'type');
  return type === ''
    ? /\.(?:svg|png|jpe?g|gif|webp)(?:[?#]|$)/i.test(address)
    : type.startsWith('image/');
}

/**
 * Returns whether an element's content replaces it. Only objects have content for that; in other
 * elements it is a message about unsupported browsers.
 */
function standsInFor(element: HastElement): boolean {
  const isShown = ({ tagName }: HastElement) => tagName === 'img';
  return (
    element.tagName === 'object' &&
    (collapsedText(element) !== '' || !!findDescendant(element, isShown))
  );
}

function becomeImage(element: HastElement, address: string): void {
  const alt = attributeOf(element, 'ariaLabel') || collapsedText(element);
  element.tagName = 'img';
  element.properties = { src: address, ...(alt && { alt }) };
  element.children = [];
}

/** Checks for a frame without size, which exists only for scripts. */
function isUnseen(element: HastElement): boolean {
  const isNone = (name: string) => /^[01](?:px)?$/.test(attributeOf(element, name));
  const style = attributeOf(element, 'style');
  return isNone('width') || isNone('height') || /display:\s*none/i.test(style);
}

function reasonFor({ tagName }: HastElement): string {
  return tagName === 'canvas' ? 'is drawn by a script' : 'has no address that a link could lead to';
}
