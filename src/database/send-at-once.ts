/**
 * Sends the messages of some work in one piece: each piece is a call of the system, and one of many
 * pieces takes several times as long.
 *
 * @param write writes to the connection that it gets
 */
export function sendAtOnce<Connection extends { readonly stream: object }>(
  connection: Connection,
  write: (gathering: Connection) => void,
): void {
  const messages: Buffer[] = [];
  const stream = Object.create(connection.stream, {
    write: { value: (message: Buffer) => messages.push(message) },
  }) as object;
  try {
    write(Object.create(connection, { stream: { value: stream } }) as Connection);
  } finally {
    if (messages.length > 0) {
      (connection.stream as { write(bytes: Buffer): void }).write(Buffer.concat(messages));
    }
  }
}
