/** A command cannot do what it was asked to; the message is for the person who ran it. */
export class CommandError extends Error {
  override name = 'CommandError';
}
