/** Joins a base URL with path segments, each encoded. */
export function urlOf(baseUrl: string, ...segments: readonly string[]): string {
  return [baseUrl, ...segments.map((segment) => encodeURIComponent(segment))].join('/');
}
