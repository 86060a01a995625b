/** The parts of the driver's connection that are used here. */
interface Sender {
  readonly stream: object;
  sync(): void;
}

/** Stand-ins for a connection, which gather what is written to them. */
interface Gathering {
  readonly messages: Buffer[];
  /** Takes statements. Ignores each end of one: they have one together. */
  readonly writer: Sender;
  /** Takes that end. */
  readonly ender: Sender;
}

/**
 * Made once for each connection: an object that another one inherits from gets a shape of its own,
 * which stays in memory until the next full collection of garbage.
 */
const gatherings = new WeakMap<object, Gathering>();

function gatheringOf(connection: Sender): Gathering {
  const known = gatherings.get(connection);
  if (known) return known;
  const messages: Buffer[] = [];
  const stream = Object.create(connection.stream, {
    write: { value: (message: Buffer) => messages.push(message) },
  }) as object;
  const ender = Object.create(connection, { stream: { value: stream } }) as Sender;
  const writer = Object.create(ender, { sync: { value: () => undefined } }) as Sender;
  const gathering = { messages, writer, ender };
  gatherings.set(connection, gathering);
  return gathering;
}

/**
 * Sends the messages of statements in one piece, with one `Sync` behind them: each piece is a call
 * of the system, and one of many pieces takes several times as long.
 *
 * @param write writes to the connection that it gets
 */
export function sendAtOnce<Connection extends Sender>(
  connection: Connection,
  write: (writer: Connection) => void,
): void {
  const { messages, writer, ender } = gatheringOf(connection);
  try {
    write(writer as Connection);
  } finally {
    if (messages.length > 0) {
      ender.sync();
      const bytes = Buffer.concat(messages.splice(0));
      (connection.stream as { write(bytes: Buffer): void }).write(bytes);
    }
  }
}
