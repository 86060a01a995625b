/** Returns the member with the cursor of the next page; nothing without a cursor. */
export function nextText(prefix: string, cursor: string): string {
  return cursor === 'null' ? '' : `${prefix}{"page":${cursor}}`;
}
