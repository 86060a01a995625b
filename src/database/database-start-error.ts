/**
 * The database cannot be used, and the person who started the command can do something about it.
 * The message is complete: it says what is wrong and what to do, so that no stack trace is needed.
 */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}
