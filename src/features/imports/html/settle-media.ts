import type { SkippedPath } from '../../content/docs-folder/docs-folder.ts';
import {
  attributeOf,
  findElement,
  isElement,
  textOf,
  type HtmlElement,
  type HtmlParent,
} from './hast.ts';

/** What is shown in a page and is no text of it, and what the report calls it. */
const names: Readonly<Record<string, string>> = {
  iframe: 'frame',
  video: 'film',
  audio: 'sound',
  object: 'object',
  embed: 'object',
  canvas: 'canvas',
};

/** Lets what is shown in a page be an image, a link or the text in its place; or lists it. */
export function settleMedia(parent: HtmlParent): SkippedPath[] {
  const skipped: SkippedPath[] = [];
  settleIn(parent, (kind, reason) => {
    const count = skipped.filter(({ path }) => path.startsWith(`${kind}-`)).length + 1;
    skipped.push({ path: `${kind}-${count}`, reason });
  });
  return skipped;
}

function settleIn(parent: HtmlParent, skip: (kind: string, reason: string) => void): void {
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

/** Where a film, a frame or an object is; undefined for what is nowhere else. */
export function mediaAddress(element: HtmlElement): string | undefined {
  const source = findElement(element, ({ tagName }) => tagName === 'source');
  const written =
    attributeOf(element, 'src') ||
    (element.tagName === 'object' ? attributeOf(element, 'data') : '') ||
    (source ? attributeOf(source, 'src') : '');
  const address = written.trim();
  return /^(?:$|(?:data|blob|about|javascript|vbscript):)/i.test(address) ? undefined : address;
}

function isImage(element: HtmlElement, address: string): boolean {
  if (!/^(?:object|embed)$/.test(element.tagName)) return false;
  const type = attributeOf(element, 'type');
  return type === ''
    ? /\.(?:svg|png|jpe?g|gif|webp)(?:[?#]|$)/i.test(address)
    : type.startsWith('image/');
}

/** What is in an object is shown in its place; elsewhere, it is about what browsers cannot do. */
function standsInFor(element: HtmlElement): boolean {
  const isShown = ({ tagName }: HtmlElement) => tagName === 'img';
  return (
    element.tagName === 'object' && (textOf(element) !== '' || !!findElement(element, isShown))
  );
}

function becomeImage(element: HtmlElement, address: string): void {
  const alt = attributeOf(element, 'ariaLabel') || textOf(element);
  element.tagName = 'img';
  element.properties = { src: address, ...(alt && { alt }) };
  element.children = [];
}

/** Frames of no size are there for scripts. */
function isUnseen(element: HtmlElement): boolean {
  const isNone = (name: string) => /^[01](?:px)?$/.test(attributeOf(element, name));
  const style = attributeOf(element, 'style');
  return isNone('width') || isNone('height') || /display:\s*none/i.test(style);
}

function reasonFor({ tagName }: HtmlElement): string {
  return tagName === 'canvas' ? 'is drawn by a script' : 'has no address that a link could lead to';
}
