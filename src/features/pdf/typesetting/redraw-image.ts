import sharp from 'sharp';
import { PIXELS_MAX } from './image-format.ts';

/** Time limit for one image, in seconds. */
const SECONDS_MAX = 20;

// Cached images would never be reused, and other books are typeset concurrently.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Converts an image to PNG in its displayed orientation. Uses the first frame of an animation.
 *
 * @throws for an image that is damaged or has too many pixels
 */
export async function redrawImage(
  file: Buffer,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(file, { limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .timeout({ seconds: SECONDS_MAX })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
