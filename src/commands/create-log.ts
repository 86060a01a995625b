import { destination, pino, type Logger } from 'pino';

/** Maximum number of characters in the buffer of unwritten lines; further lines are dropped. */
const WAITING_MAX = 1024 * 1024;

/**
 * Creates the log of a process, on its standard output. A line that cannot be written, e.g. to a
 * full disk, is buffered or dropped, and the process continues.
 */
export function createLog(level: string): Logger {
  const lines = destination({ dest: 1, sync: true, maxLength: WAITING_MAX });
  lines.on('error', () => {});
  return pino({ level }, lines);
}
