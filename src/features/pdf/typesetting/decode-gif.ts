import { GifReader } from 'omggif';
import type { Pixels } from './printable-png.ts';

/**
 * The first frame of a GIF file, on the ground that all frames share.
 *
 * @throws for one that is damaged
 */
export function decodeGif(file: Buffer): Pixels {
  const reader = new GifReader(file);
  const { width, height } = reader;
  const frame = reader.frameInfo(0);
  if (frame.x + frame.width > width || frame.y + frame.height > height) {
    throw new RangeError('The first frame is larger than the image.');
  }
  const data = new Uint8Array(width * height * 4);
  reader.decodeAndBlitFrameRGBA(0, data);
  return { width, height, data };
}
