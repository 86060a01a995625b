/** Error codes of requests to other servers. */
export type WebErrorCode =
  | 'address'
  | 'scheme'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'too-large'
  | 'redirects';

/**
 * Failed request to another server. The message is the end of a sentence that begins with the
 * address, and contains no secret.
 */
export class WebError extends Error {
  override name = 'WebError';
  readonly code: WebErrorCode;

  constructor(code: WebErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
