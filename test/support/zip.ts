import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  bytes: string | Uint8Array;
  /** Unix file mode, e.g. `0o120777` for a symbolic link. */
  mode?: number;
  /** Whether the archive declares the name as UTF-8; Macs do not. */
  isUtf8?: boolean;
  /** Declared size, if it differs from the real one. */
  size?: number;
}

/** Returns a compressed archive of files. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return zipOfEntries(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
}

/** Returns an archive of arbitrary, possibly invalid entries. */
export function zipOfEntries(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, mode = 0o100644, size, isUtf8 = true } of entries) {
    const content = Buffer.from(bytes);
    const packed = deflateRawSync(content);
    const title = Buffer.from(name);
    const common = commonHeader(content, { packedSize: packed.length, title, size, isUtf8 });
    const local = Buffer.concat([signature(0x04034b50), common, title, packed]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE((mode << 16) >>> 0, 6);
    central.writeUInt32LE(offset, 10);
    const version = Buffer.from([20, 3]);
    centrals.push(Buffer.concat([signature(0x02014b50), version, common, central, title]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/**
 * Returns the common part of both headers, from the required version to the length of the extra
 * field.
 */
function commonHeader(
  content: Buffer,
  {
    packedSize,
    title,
    size,
    isUtf8,
  }: { packedSize: number; title: Buffer; size: number | undefined; isUtf8: boolean },
): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(isUtf8 ? 0x0800 : 0, 2);
  header.writeUInt16LE(8, 4);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(packedSize, 14);
  header.writeUInt32LE(size ?? content.length, 18);
  header.writeUInt16LE(title.length, 22);
  return header;
}
