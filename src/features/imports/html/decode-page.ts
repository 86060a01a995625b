/** Number of leading bytes that are searched for the encoding. */
const HEAD_BYTES = 2048;

/** Byte order marks, which override any other statement of the encoding. */
const marks: readonly [Buffer, string][] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];

/**
 * Decodes a page. The encoding is taken from the byte order mark, the headers or the head, in that
 * order, as browsers do; UTF-8 is the default.
 */
export function decodePage(bytes: Buffer, contentType = ''): string {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  const marked = marks.find(([mark]) => bytes.subarray(0, mark.length).equals(mark))?.[1];
  const [, sent] = /charset=["']?([\w-]+)/i.exec(contentType) ?? [];
  const [, written] = /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(head) ?? [];
  // A head that is readable byte by byte cannot be in a two-byte encoding.
  const readable = written && /^utf-?16/i.test(written) ? 'utf-8' : written;
  for (const name of [marked, sent, readable]) {
    if (name === undefined) continue;
    try {
      return decode(bytes, name);
    } catch {
      // Unknown encoding.
    }
  }
  return decode(bytes, 'utf-8');
}

/**
 * Decodes as a stream. A one-shot call of Node.js decodes windows-1252 as Latin-1, which lacks
 * quotes and dashes.
 */
function decode(bytes: Buffer, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}
