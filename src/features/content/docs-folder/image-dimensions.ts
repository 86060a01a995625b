import { imageSize } from 'image-size';

/** Sizes stand near the start of an image, and some headers take quadratic time to search. */
const IMAGE_HEADER_BYTES_MAX = 256 * 1024;

/** The displayed width and height; undefined when the bytes are no image that can be measured. */
export function imageDimensions(bytes: Buffer): { width: number; height: number } | undefined {
  try {
    // A copy, as the memory that a buffer is a part of is read beyond its end.
    const start = new Uint8Array(bytes.subarray(0, IMAGE_HEADER_BYTES_MAX));
    const { width, height, orientation = 1 } = imageSize(start);
    if (![width, height].every((side) => Number.isSafeInteger(side) && side > 0)) return undefined;
    // From 5 on, the camera was held on its side.
    return orientation < 5 ? { width, height } : { width: height, height: width };
  } catch {
    return undefined;
  }
}
