import { destination, pino, type DestinationStream, type Logger } from 'pino';

/** Maximum number of characters in the buffer of unwritten lines; further lines are dropped. */
const WAITING_MAX = 1024 * 1024;

/**
 * Creates the log of a process, on its standard output: JSON lines, on a terminal lines for people.
 * A line that cannot be written, e.g. to a full disk, is buffered or dropped, and the process
 * continues.
 */
export async function createLog(level: string): Promise<Logger> {
  const output = destination({ dest: 1, sync: true, maxLength: WAITING_MAX });
  output.on('error', () => {});
  return pino({ level }, process.stdout.isTTY ? await forPeople(output) : output);
}

/** Returns a stream that writes JSON lines to another one as lines for people. */
async function forPeople(output: DestinationStream): Promise<DestinationStream> {
  // Only a terminal needs it, and loading it delays the start.
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({
    colorize: process.stdout.hasColors(),
    ...{ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true },
  });
  return { write: (line) => output.write(format(line)) };
}
