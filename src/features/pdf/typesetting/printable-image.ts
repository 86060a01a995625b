import { imageDimensions } from '../../content/docs-folder/image-dimensions.ts';
import { printablePng, SIGNATURE } from './printable-png.ts';
import { isSvg, printableSvg, type PrintableSvg } from './printable-svg.ts';

/** Most pixels of an image: decoding one takes several bytes of memory for each. */
export const PIXELS_MAX = 16_000_000;

/** Formats of which a PDF holds another one in their place. */
const redrawn = ['gif', 'webp', 'avif'] as const;

export type ImageFormat = 'png' | 'jpeg' | 'svg' | (typeof redrawn)[number];

/** Bytes of an image that a PDF can hold, and its size as it is shown, in pixels. */
export interface PrintablePicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

export type PrintableImage = PrintablePicture | PrintableSvg;

/**
 * An image in a form that cannot fail later, when it is written into a PDF: what is broken there is
 * reported outside of any call. Only PNG, JPEG and SVG can be handed to it; of others it says why
 * they are not printed.
 */
export function printableImage(bytes: Uint8Array): PrintableImage | { problem: string } {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = imageFormat(data);
  if (format === 'svg') return printableSvg(bytes);
  if (format !== 'png' && format !== 'jpeg') {
    return { problem: 'only PNG, JPEG, GIF, WebP, AVIF and SVG can be' };
  }
  const size = measure(data);
  if ('problem' in size) return size;
  const printable = format === 'png' ? printablePng(data) : printableJpeg(data);
  return printable ? { bytes: printable, ...size } : { problem: 'it is damaged' };
}

/** The format of an image by what it begins with; undefined for those that cannot be printed. */
export function imageFormat(data: Buffer): ImageFormat | undefined {
  const start = data.toString('latin1', 0, 12);
  if (start.startsWith(SIGNATURE)) return 'png';
  if (start.startsWith('\xff\xd8')) return 'jpeg';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'webp';
  if (/^[^]{4}ftypavi[fs]/.test(start)) return 'avif';
  return isSvg(data) ? 'svg' : undefined;
}

/** Whether images of a format are drawn anew before they are printed. */
export function isRedrawn(format: ImageFormat | undefined): boolean {
  return redrawn.some((candidate) => candidate === format);
}

/** The size of an image in pixels; why it is not printed, when they are too many. */
export function measure(data: Buffer): { width: number; height: number } | { problem: string } {
  const size = imageDimensions(data);
  if (!size) return { problem: 'it is damaged' };
  return size.width * size.height > PIXELS_MAX
    ? { problem: `it has more than ${PIXELS_MAX / 1_000_000} million pixels` }
    : size;
}

/** What begins the data of a JPEG file: `0xffc0` to `0xffcf`, but for three that are no frames. */
const frames = /[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]/;

/** A JPEG file whose header can be read to the end; undefined when it cannot. */
function printableJpeg(data: Buffer): Buffer | undefined {
  let position = 2;
  while (position + 10 < data.length) {
    if (data[position] !== 0xff) return undefined;
    const marker = data[position + 1] ?? 0;
    const length = data.readUInt16BE(position + 2);
    if (length < 2) return undefined;
    if (frames.test(String.fromCharCode(marker))) {
      const bits = data[position + 4];
      const channels = data[position + 9] ?? 0;
      return bits === 8 && [1, 3, 4].includes(channels) ? data : undefined;
    }
    position += 2 + length;
  }
  return undefined;
}
