import sharp, { type Sharp } from 'sharp';

/** A picture of one color. */
export interface Plain {
  width: number;
  height: number;
  background: string;
}

export const red: Plain = { width: 60, height: 40, background: '#f00' };
export const blue: Plain = { width: 60, height: 40, background: '#00f' };
export const clear: Plain = { width: 60, height: 40, background: '#0f00' };

/** A picture in a format of the web. */
export function pictureOf(
  plain: Plain,
  format: 'gif' | 'webp' | 'avif' | 'png',
  options: object = {},
): Promise<Buffer> {
  return drawn(plain).toFormat(format, options).toBuffer();
}

/** Pictures as the frames of an animation. */
export async function animated(
  frames: readonly Plain[],
  format: 'gif' | 'webp',
): Promise<Buffer<ArrayBuffer>> {
  const files = await Promise.all(frames.map((plain) => drawn(plain).png().toBuffer()));
  return sharp(files, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

function drawn({ width, height, background }: Plain): Sharp {
  return sharp({ create: { width, height, background, channels: 4 } });
}

/** A GIF of one frame, four pixels wide and high, of codes of three bits for gray pixels. */
export function rawGif({
  codes,
  bits = 2,
  colors = 2,
  frame: [width, height] = [4, 4],
}: {
  codes: readonly number[];
  /** Of an index. */
  bits?: number;
  colors?: 0 | 2;
  frame?: readonly [width: number, height: number];
}): Buffer<ArrayBuffer> {
  const grays = Array.from({ length: colors }, (_, index) => (255 / (colors - 1)) * index);
  const head = Buffer.from([4, 0, 4, 0, colors === 0 ? 0 : 0x80 | (colors / 2 - 1), 0, 0]);
  const palette = Buffer.from(grays.flatMap((gray) => [gray, gray, gray]));
  const place = Buffer.alloc(10);
  place[0] = 0x2c;
  place.writeUInt16LE(width, 5);
  place.writeUInt16LE(height, 7);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    ...[head, palette, place, Buffer.from([bits])],
    ...blocksOf(codes),
    Buffer.from([0, 0x3b]),
  ]);
}

/** Codes of three bits, the first one at the low end, in blocks with their lengths before them. */
function blocksOf(codes: readonly number[]): Buffer[] {
  const bytes = Buffer.alloc(Math.ceil((codes.length * 3) / 8));
  codes.forEach((code, index) => {
    for (let bit = 0; bit < 3; bit += 1) {
      const at = index * 3 + bit;
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (((code >> bit) & 1) << (at % 8));
    }
  });
  return Array.from({ length: Math.ceil(bytes.length / 255) }, (_, index) => {
    const block = bytes.subarray(index * 255, (index + 1) * 255);
    return Buffer.concat([Buffer.from([block.length]), block]);
  });
}
