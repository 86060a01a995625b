/** What can be wrong with a request to another server. */
export type WebErrorCode =
  'address' | 'scheme' | 'refused' | 'unreachable' | 'timeout' | 'too-large' | 'redirects';

/**
 * A request to another server was not made, or its answer did not come. The message says why, to
 * whoever gave the address, as the end of a sentence that begins with it; it holds no secret.
 */
export class WebError extends Error {
  override name = 'WebError';
  readonly code: WebErrorCode;

  constructor(code: WebErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
