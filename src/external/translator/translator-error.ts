/** Error codes of a translator. */
export type TranslatorErrorCode =
  | 'TRANSLATOR_UNREACHABLE'
  | 'TRANSLATOR_TIMEOUT'
  | 'TRANSLATOR_REFUSED'
  | 'TRANSLATOR_BUSY'
  | 'TRANSLATOR_FAILED'
  | 'TRANSLATOR_TOO_LARGE'
  | 'TRANSLATOR_GARBLED'
  | 'LANGUAGE_UNSUPPORTED';

/** Failed translation. Message and remedy contain no secret. */
export class TranslatorError extends Error {
  override name = 'TranslatorError';
  readonly code: TranslatorErrorCode;
  /** Recommended action. */
  readonly remedy: string;

  constructor(code: TranslatorErrorCode, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.remedy = remedy;
  }
}
