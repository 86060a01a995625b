/** Where links to a page lead. */
export function pageDestination(page: string): string {
  return `page ${page}`;
}

/** Where the mark of a note leads. */
export function noteDestination(page: string, number: number): string {
  return `note ${number} of ${page}`;
}
