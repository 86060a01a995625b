import { imageDimensions } from '../../../document/docs-folder/image-dimensions.ts';
import { printablePng, SIGNATURE } from './printable-png.ts';
import { isSvg, printableSvg, type PrintableSvg } from './printable-svg.ts';

/** Maximum number of pixels of an image: decoding takes several bytes of memory per pixel. */
export const PIXELS_MAX = 16_000_000;

/** Formats that are converted to one that a PDF supports. */
const redrawn = ['gif', 'webp', 'avif'] as const;

export type ImageFormat = 'png' | 'jpeg' | 'svg' | (typeof redrawn)[number];

/** Image data that a PDF can contain, with its displayed size in pixels. */
export interface PrintablePicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

export type PrintableImage = PrintablePicture | PrintableSvg;

/**
 * Returns an image in a form that cannot fail when the PDF is written, since such errors are raised
 * outside any call. Only PNG, JPEG and SVG are supported; others return the reason.
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

/** Detects the format of an image by its first bytes; undefined if it cannot be printed. */
export function imageFormat(data: Buffer): ImageFormat | undefined {
  const start = data.toString('latin1', 0, 12);
  if (start.startsWith(SIGNATURE)) return 'png';
  if (start.startsWith('\xff\xd8')) return 'jpeg';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'webp';
  if (/^[^]{4}ftypavi[fs]/.test(start)) return 'avif';
  return isSvg(data) ? 'svg' : undefined;
}

/** Checks whether images of a format are converted before printing. */
export function isRedrawn(format: ImageFormat | undefined): boolean {
  return redrawn.some((candidate) => candidate === format);
}

/** Returns the size of an image in pixels, or the reason why it cannot be printed. */
export function measure(data: Buffer): { width: number; height: number } | { problem: string } {
  const size = imageDimensions(data);
  if (!size) return { problem: 'it is damaged' };
  return size.width * size.height > PIXELS_MAX
    ? { problem: `it has more than ${PIXELS_MAX / 1_000_000} million pixels` }
    : size;
}

/** Start-of-frame markers of JPEG: `0xffc0` to `0xffcf`, except three that are not frames. */
const frames = /[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]/;

/** Returns a JPEG file if its headers are valid; otherwise undefined. */
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
