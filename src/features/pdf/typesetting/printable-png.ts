import { inflateSync } from 'node:zlib';

interface Header {
  width: number;
  height: number;
  bits: number;
  colorType: number;
  isInterlaced: boolean;
}

/** Samples per pixel, by color type. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const INDEXED = 3;

/** Signature at the start of each file. */
export const SIGNATURE = '\x89PNG\r\n\x1a\n';

/** Rebuilds a PNG file from its essential chunks, checked to the last row; undefined if damaged. */
export function printablePng(data: Buffer): Buffer | undefined {
  const chunks = chunksOf(data);
  const header = chunks && headerOf(chunks.get('IHDR')?.[0]);
  const pixels = chunks?.get('IDAT');
  if (!chunks || !header || !pixels || !hasAllRows(header, Buffer.concat(pixels))) return undefined;
  const [palette] = chunks.get('PLTE') ?? [];
  const isIndexed = header.colorType === INDEXED;
  if (isIndexed && !palette) return undefined;
  const [transparency] = chunks.get('tRNS') ?? [];
  return Buffer.concat([
    data.subarray(0, 8),
    chunk('IHDR', chunks.get('IHDR')?.[0] ?? Buffer.alloc(0)),
    ...(isIndexed && palette ? [chunk('PLTE', palette)] : []),
    ...(transparency && header.bits === 8 ? [chunk('tRNS', filled(transparency, isIndexed))] : []),
    chunk('IDAT', Buffer.concat(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Returns the chunks of a file by type. Returns undefined if the file is truncated or does not
 * begin with its header: its real size could then differ from the measured one.
 */
function chunksOf(data: Buffer): Map<string, Buffer[]> | undefined {
  const chunks = new Map<string, Buffer[]>();
  for (let position = 8; position + 12 <= data.length;) {
    const length = data.readUInt32BE(position);
    const end = position + 8 + length;
    if (end + 4 > data.length) return undefined;
    const type = data.toString('latin1', position + 4, position + 8);
    if (position === 8 && type !== 'IHDR') return undefined;
    const content = data.subarray(position + 8, end);
    const known = chunks.get(type);
    if (known) known.push(content);
    else chunks.set(type, [content]);
    if (type === 'IEND') return chunks;
    position = end + 4;
  }
  return undefined;
}

function headerOf(content: Buffer | undefined): Header | undefined {
  if (content?.length !== 13) return undefined;
  const [bits = 0, colorType = 0, compression, filter, interlace] = content.subarray(8);
  const isKnown = [1, 2, 4, 8, 16].includes(bits) && channels[colorType] !== undefined;
  if (!isKnown || compression !== 0 || filter !== 0) return undefined;
  const width = content.readUInt32BE(0);
  const height = content.readUInt32BE(4);
  if (width === 0 || height === 0) return undefined;
  return { width, height, bits, colorType, isInterlaced: interlace === 1 };
}

/** Start and step of the pixels in each pass of an interlaced image. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Checks whether the compressed data has all rows, each with a valid filter type. */
function hasAllRows(header: Header, compressed: Buffer): boolean {
  const { width, height, bits, colorType, isInterlaced } = header;
  const pixelBits = bits * (channels[colorType] ?? 0);
  const parts = isInterlaced ? passes : ([[0, 0, 1, 1]] as const);
  const rows = parts.flatMap(([left, top, stepX, stepY]) => {
    const columns = Math.ceil((width - left) / stepX);
    const count = Math.ceil((height - top) / stepY);
    return columns > 0 && count > 0
      ? [{ count, length: 1 + Math.ceil((columns * pixelBits) / 8) }]
      : [];
  });
  const size = rows.reduce((sum, { count, length }) => sum + count * length, 0);
  const data = inflated(compressed, size);
  if (data?.length !== size) return false;
  let position = 0;
  for (const { count, length } of rows) {
    for (let row = 0; row < count; row += 1, position += length) {
      if ((data[position] ?? 0) > 4) return false;
    }
  }
  return true;
}

function inflated(compressed: Buffer, size: number): Buffer | undefined {
  try {
    return inflateSync(compressed, { maxOutputLength: size });
  } catch {
    return undefined;
  }
}

/** Pads the transparency of a palette to its maximum number of colors. */
function filled(transparency: Buffer, isIndexed: boolean): Buffer {
  if (!isIndexed) return transparency;
  const all = Buffer.alloc(256, 255);
  transparency.copy(all);
  return all;
}

/** Builds a chunk. Its checksum is zero, since it is not verified in print. */
function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
}
