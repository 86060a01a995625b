/**
 * Decodes a `data:` URL: base64 after `;base64`, else percent-encoded bytes (RFC 2397). Unencoded
 * text, which browsers accept, is UTF-8.
 */
export function readDataUrl(address: string): { contentType: string; bytes: Buffer } {
  const comma = address.indexOf(',');
  const [contentType = '', ...parameters] = address.slice('data:'.length, comma).split(';');
  const data = comma === -1 ? '' : decodeText(address.slice(comma + 1));
  const isBase64 = parameters.some((parameter) => /^\s*base64\s*$/i.test(parameter));
  const bytes = Buffer.from(data, isBase64 ? 'base64' : 'latin1');
  return { contentType: contentType.trim().toLowerCase(), bytes };
}

/** Returns the bytes as a Latin-1 text. Keeps a percent sign that encodes nothing. */
function decodeText(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  return bytes.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
