/**
 * What makes a document no specification: told to whoever gave it, as the rest of a sentence that
 * begins with where it came from.
 */
export class DocumentError extends Error {
  override name = 'DocumentError';
}
