/** Texts to translate, with languages and instructions. */
export interface TranslationRequest {
  /**
   * HTML fragments. Their elements are `span` and `br`, each with an `id`, which the answer must
   * keep. The content of an element with `translate="no"` must not change.
   */
  texts: readonly string[];
  /** Language codes of docgraph. */
  source: string;
  target: string;
  /** Instructions of the authors; '' if there are none. */
  instructions: string;
  /** Aborts the request. */
  signal: AbortSignal;
}

/** Translation service, with limits of size and time. */
export interface Translator {
  /** Maximum number of texts per request, and of their characters in total. */
  readonly textsMax: number;
  readonly charactersMax: number;
  /**
   * Translates texts in order. The caller checks the translations, because only it knows what must
   * remain.
   *
   * @throws TranslatorError; the reason of the signal when that aborts
   */
  translate(request: TranslationRequest): Promise<string[]>;
}
