/** Most characters of an address that holds an image. */
const ADDRESS_LENGTH_MAX = 8_000_000;

const heldImage = /data:image\/[a-z.+-]+;base64,[a-z0-9+/]+={0,2}/gi;

/** The addresses in a text that hold an image themselves. */
export function heldAddresses(markdown: string): string[] {
  const addresses = [...markdown.matchAll(heldImage)].map(([address]) => address);
  return addresses.filter(({ length }) => length <= ADDRESS_LENGTH_MAX);
}

/** The image that an address holds; undefined for one that leads to it. */
export function heldBytes(address: string): Buffer | undefined {
  if (address.length > ADDRESS_LENGTH_MAX) return undefined;
  const [, data] = /^data:image\/[a-z.+-]+;base64,(.*)$/is.exec(address) ?? [];
  return data === undefined ? undefined : Buffer.from(data, 'base64');
}
