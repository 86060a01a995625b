/** Texts to be translated, and how. */
export interface TranslationRequest {
  /**
   * Fragments of HTML. Their elements are `span` and `br` with an `id` each, which the answer is to
   * have as well; what is in one with `translate="no"` stays as it is.
   */
  texts: readonly string[];
  /** Codes of languages, as docgraph knows them. */
  source: string;
  target: string;
  /** What the authors say of how to translate; '' for nothing. */
  instructions: string;
  /** Gives the request up. */
  signal: AbortSignal;
}

/** A service that translates. What it does has limits of size and time. */
export interface Translator {
  /** Most texts of one request, and most characters of them together. */
  readonly textsMax: number;
  readonly charactersMax: number;
  /**
   * Translates texts, in their order. What the answers hold is not checked: that is the caller's
   * part, who knows what was to stay.
   *
   * @throws TranslatorError; the reason of the signal when that aborts
   */
  translate(request: TranslationRequest): Promise<string[]>;
}
