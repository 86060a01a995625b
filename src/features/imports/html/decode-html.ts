/** How far into a page its encoding is looked for, in bytes. */
const HEAD_BYTES = 2048;

/** What a text can begin with to say its encoding, which then counts more than all else. */
const marks: readonly [Buffer, string][] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];

/**
 * A page as text, in the encoding that its first bytes, its headers or its head say, as browsers
 * look for it; else UTF-8.
 */
export function decodeHtml(bytes: Buffer, contentType = ''): string {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  const marked = marks.find(([mark]) => bytes.subarray(0, mark.length).equals(mark))?.[1];
  const [, sent] = /charset=["']?([\w-]+)/i.exec(contentType) ?? [];
  const [, written] = /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(head) ?? [];
  // A head that can be read byte by byte is in no encoding of two bytes, whatever it says.
  const readable = written && /^utf-?16/i.test(written) ? 'utf-8' : written;
  for (const name of [marked, sent, readable]) {
    if (name === undefined) continue;
    try {
      return decode(bytes, name);
    } catch {
      // An encoding that does not exist.
    }
  }
  return decode(bytes, 'utf-8');
}

/** As a stream, since at once Node.js takes windows-1252 for Latin-1, without quotes and dashes. */
function decode(bytes: Buffer, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}
