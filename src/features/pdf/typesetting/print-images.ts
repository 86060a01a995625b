import type {
  FileReference,
  Fragment,
  Block,
  ImagesBlock,
  Length,
  UrlReference,
} from '../../../document/document-tree.ts';
import { imageOf, linkUrl, printInlineLine, titleOf } from './print-inlines.ts';
import type { PrintBlock, PrintImage, PrintLine } from './print-tree.ts';
import { PAGE_HEIGHT, narrowContext, wordMax, type PrintContext } from './setting.ts';
import { printText } from './text-pieces.ts';

/** Size of a screen pixel, in points. */
const POINTS_PER_PIXEL = 0.75;
/** Maximum height of an image on a page. */
const HEIGHT_MAX = PAGE_HEIGHT * 0.6;
/** Maximum length of the name of a missing image, in characters. */
const NAME_MAX = 300;

interface ImageData {
  ref: UrlReference | FileReference;
  width?: Length;
  height?: Length;
  alt?: string;
  caption?: string;
}

/** Prints images one below the other, each with its caption. */
export function printImages({ nodes, data }: ImagesBlock, setting: PrintContext): PrintBlock[] {
  return nodes.map(({ data: image, fragments }) =>
    printImage(image, setting, {
      align: data.align ?? 'center',
      caption: fragmentBlocks(fragments, 'caption').flatMap((block) =>
        block.type === 'paragraph' && block.nodes.some((node) => !isEmpty(node))
          ? printInlineLine(block.nodes, narrowContext(setting, 24))
          : [],
      ),
    }),
  );
}

function isEmpty(node: { object: string; leaves?: readonly { text: string }[] }): boolean {
  return node.object === 'text' && (node.leaves ?? []).every(({ text }) => text === '');
}

/** Returns the blocks of the fragments with the given name. */
export function fragmentBlocks(fragments: readonly Fragment[], name: string): Block[] {
  return fragments.flatMap(({ fragment, nodes }) => (fragment === name ? nodes : []));
}

/** Prints an image in its own or the requested size, limited to the available room. */
export function printImage(
  data: ImageData,
  setting: PrintContext,
  { align = 'center', caption = [] }: { align?: PrintImage['align']; caption?: PrintLine[] } = {},
): PrintBlock {
  const image = imageOf(data.ref, setting);
  const address = titleOf(data.ref, setting);
  const name = data.alt ?? data.caption ?? (address.startsWith('data:') ? '' : address);
  if (!image || 'problem' in image) {
    const text = printText(name.slice(0, NAME_MAX), wordMax(setting));
    return {
      kind: 'missing-image',
      name: linkUrl(address, text),
      reason: image ? ` (not printed: ${image.problem})` : '',
    };
  }
  return {
    kind: 'image',
    path: image.path,
    ...sizeOf(data, image, setting.width),
    align,
    alt: name,
    ...(caption.length > 0 && { caption }),
  };
}

function sizeOf(
  data: ImageData,
  image: { width: number; height: number },
  room: number,
): { width: number; height: number } {
  const ratio = image.height / image.width;
  const height = pointsOf(data.height, HEIGHT_MAX);
  const wanted =
    pointsOf(data.width, room) ??
    (height === undefined ? image.width * POINTS_PER_PIXEL : height / ratio);
  const width = Math.max(Math.min(wanted, room, HEIGHT_MAX / ratio), 1);
  return { width, height: width * ratio };
}

function pointsOf(length: Length | undefined, room: number): number | undefined {
  if (length === undefined) return undefined;
  if (typeof length === 'number') return length * POINTS_PER_PIXEL;
  return length.unit === '%' ? (room * length.value) / 100 : length.value * POINTS_PER_PIXEL;
}
