import { imageDimensions } from '../../../document/docs-folder/image-dimensions.ts';
import { isSvg } from './printable-svg.ts';

/** Maximum number of pixels of an image: decoding takes several bytes of memory per pixel. */
export const PIXELS_MAX = 16_000_000;

/** Formats that are converted to PNG. */
const redrawn = ['gif', 'webp', 'avif'] as const;

export type ImageFormat = 'png' | 'jpeg' | 'svg' | (typeof redrawn)[number];

/** Detects the format of an image by its first bytes; undefined if it cannot be printed. */
export function imageFormat(data: Buffer): ImageFormat | undefined {
  const start = data.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8')) return 'jpeg';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'webp';
  if (/^[^]{4}ftypavi[fs]/.test(start)) return 'avif';
  return isSvg(data) ? 'svg' : undefined;
}

/** Checks whether images of a format are converted before printing. */
export function isRedrawn(format: ImageFormat): boolean {
  return redrawn.some((candidate) => candidate === format);
}

/** Returns the size of an image in pixels, or the reason why it cannot be printed. */
export function measure(data: Buffer): { width: number; height: number } | { problem: string } {
  const size = hasOwnHeader(data) ? imageDimensions(data) : undefined;
  if (!size) return { problem: 'it is damaged' };
  return size.width * size.height > PIXELS_MAX
    ? { problem: `it has more than ${PIXELS_MAX / 1_000_000} million pixels` }
    : size;
}

/** Checks that a PNG begins with its header: others may state a size that it does not have. */
function hasOwnHeader(data: Buffer): boolean {
  return data[0] !== 0x89 || data.toString('latin1', 12, 16) === 'IHDR';
}
