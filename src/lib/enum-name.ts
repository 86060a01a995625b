/** Returns GraphQL's spelling of an enum value of the interface: `share-link` is `SHARE_LINK`. */
export function enumName(value: string): string {
  return value.toUpperCase().replaceAll('-', '_');
}
