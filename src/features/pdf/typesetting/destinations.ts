/** Returns the destination of links to a page. */
export function pageDestination(page: string): string {
  return `page ${page}`;
}

/** Returns the destination of a note's reference mark. */
export function noteDestination(page: string, number: number): string {
  return `note ${number} of ${page}`;
}
