/**
 * Returns GraphQL's spelling of an enum value of the interface: `share-link` is `SHARE_LINK`,
 * `joinedAt` is `JOINED_AT`.
 */
export function enumName(value: string): string {
  return value
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toUpperCase();
}
