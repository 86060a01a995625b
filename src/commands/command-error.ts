/** An error of a command, with a message for the person who ran it. */
export class CommandError extends Error {
  override name = 'CommandError';
}
