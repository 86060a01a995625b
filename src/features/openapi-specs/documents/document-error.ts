/**
 * Reason why a document is not a valid specification. The message is the rest of a sentence that
 * begins with the origin of the document.
 */
export class DocumentError extends Error {
  override name = 'DocumentError';
}
