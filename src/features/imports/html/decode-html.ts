/** How far into a page its encoding is looked for, in bytes. */
const HEAD_BYTES = 2048;

/** A page as text, in the encoding that it is sent or written in; else UTF-8. */
export function decodeHtml(bytes: Buffer, contentType = ''): string {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  const [, sent] = /charset=["']?([\w-]+)/i.exec(contentType) ?? [];
  const [, written] = /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(head) ?? [];
  for (const name of [sent, written]) {
    if (name === undefined) continue;
    try {
      return new TextDecoder(name).decode(bytes);
    } catch {
      // An encoding that does not exist.
    }
  }
  return new TextDecoder().decode(bytes);
}
