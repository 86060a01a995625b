import { imageSize } from 'image-size';

/** Sizes are near the start of an image, and searching some headers takes quadratic time. */
const IMAGE_HEADER_BYTES_MAX = 256 * 1024;

/** Returns the displayed width and height; undefined if the bytes are not a measurable image. */
export function imageDimensions(bytes: Buffer): { width: number; height: number } | undefined {
  try {
    // A copy, since the parser reads beyond the end of a buffer that shares its memory.
    const start = new Uint8Array(bytes.subarray(0, IMAGE_HEADER_BYTES_MAX));
    const { width, height, orientation = 1 } = imageSize(start);
    if (![width, height].every((side) => Number.isSafeInteger(side) && side > 0)) return undefined;
    // Orientations from 5 on are rotated by 90 degrees.
    return orientation < 5 ? { width, height } : { width: height, height: width };
  } catch {
    return undefined;
  }
}
