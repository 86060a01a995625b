/**
 * Maximum number of characters of all texts in one response, as markdown and trees. A JavaScript
 * string, which the response becomes, can contain ten times as many.
 */
export const RESPONSE_TEXTS_MAX = 50_000_000;
