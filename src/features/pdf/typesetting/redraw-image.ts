import sharp from 'sharp';
import { PIXELS_MAX } from './printable-image.ts';

/** Longest time that one image may take. */
const SECONDS_MAX = 20;

// What it could keep is never asked for again; other books are set at the same time.
sharp.cache(false);
sharp.concurrency(1);

/**
 * An image in a format that a PDF cannot hold, drawn anew as PNG, the way up that it is shown; of
 * an animation, the first frame.
 *
 * @throws for one that is damaged or has too many pixels
 */
export async function redrawImage(file: Buffer): Promise<{ bytes: Buffer; pixels: number }> {
  const { data, info } = await sharp(file, { limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .timeout({ seconds: SECONDS_MAX })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, pixels: info.width * info.height };
}
