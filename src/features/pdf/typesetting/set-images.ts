import type { Content } from 'pdfmake';
import type {
  FileReference,
  ImageBlock,
  ImagesBlock,
  Length,
  UrlReference,
} from '../../../document/document-tree.ts';
import { referenceAddress } from '../../../document/reference-addresses.ts';
import type { PrintedImage } from './image-store.ts';
import { setInlines, titleOf } from './set-inlines.ts';
import { blocksOf } from './set-panels.ts';
import { setText } from './set-text.ts';
import type { Setting } from './setting.ts';
import { colors, PANEL_GAP, small, textHeight } from './theme.ts';

/** Size of a screen pixel, in points. */
const POINTS_PER_PIXEL = 0.75;
/** Maximum height of an image on a page. */
const HEIGHT_MAX = textHeight * 0.6;

interface ImageData {
  ref: UrlReference | FileReference;
  width?: Length;
  height?: Length;
  alt?: string;
  caption?: string;
}

/** Sets images one below the other, each with its caption. */
export function setImages({ nodes, data }: ImagesBlock, setting: Setting): Content[] {
  return nodes.map((image): Content => {
    const caption = setCaption(image, setting);
    const set = setImage(image.data, setting, data.align ?? 'center');
    return caption ? { stack: [set, caption], unbreakable: true } : set;
  });
}

/** Sets an image in its own or the requested size, limited to the available room. */
export function setImage(
  data: ImageData,
  setting: Setting,
  alignment: 'left' | 'center' | 'right' = 'center',
): Content {
  const image = imageOf(data.ref, setting);
  if (!image || 'problem' in image) return setMissing(data, image?.problem, setting);
  return {
    ...('svg' in image ? { svg: image.svg, font: 'Sans' } : { image: image.name }),
    ...sizeOf(data, image, setting.width),
    alignment,
    margin: [0, 4, 0, PANEL_GAP],
  };
}

function imageOf(ref: ImageData['ref'], { library, targets }: Setting): PrintedImage | undefined {
  const target = targets.get(referenceAddress(ref));
  if (target?.kind === 'file') return library.images.ofFile(target.file);
  return ref.kind === 'url' ? library.images.ofAddress(ref.url) : undefined;
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

function setCaption({ fragments }: ImageBlock, setting: Setting): Content | undefined {
  const style = { ...small, italics: true };
  const text = blocksOf(fragments, 'caption').flatMap((block) =>
    block.type === 'paragraph' ? setInlines(block.nodes, { ...setting, style }) : [],
  );
  if (text.length === 0) return undefined;
  return { text, alignment: 'center', margin: [12, -PANEL_GAP + 5, 12, PANEL_GAP] };
}

/** Sets a placeholder for an image that cannot be printed: its description and address. */
function setMissing(data: ImageData, problem: string | undefined, setting: Setting): Content {
  const { library, width } = setting;
  const address = titleOf(data.ref, setting);
  const name = data.alt ?? data.caption ?? (address.startsWith('data:') ? '' : address);
  const isLink = /^https?:\/\//i.test(address);
  const reason = problem === undefined ? '' : ` (not printed: ${problem})`;
  const link = isLink ? { color: colors.accent, link: address } : {};
  return {
    table: {
      widths: [width - 21],
      body: [
        [
          {
            text: [
              ...setText('Image ', { ...small, bold: true }),
              ...setText(name.slice(0, NAME_MAX), { ...small, ...link }, library.language),
              ...setText(reason, small),
            ],
          },
        ],
      ],
    },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0.5,
      hLineColor: colors.faint,
      vLineColor: colors.faint,
      hLineStyle: () => ({ dash: { length: 2, space: 2 } }),
      paddingLeft: () => 10,
      paddingRight: () => 10,
      paddingTop: () => 7,
      paddingBottom: () => 7,
    },
    margin: [0, 2, 0, PANEL_GAP],
  };
}

/** Maximum length of the text in a placeholder, in characters. */
const NAME_MAX = 300;
