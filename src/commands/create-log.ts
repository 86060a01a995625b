import { destination, pino, type Logger } from 'pino';

/** Most characters of lines that wait until they can be written; the next ones are dropped. */
const WAITING_MAX = 1024 * 1024;

/**
 * Creates the log of a process, on its standard output. What cannot be written, such as to a full
 * disk, waits or is dropped: the process goes on.
 */
export function createLog(level: string): Logger {
  const lines = destination({ dest: 1, sync: true, maxLength: WAITING_MAX });
  lines.on('error', () => {});
  return pino({ level }, lines);
}
