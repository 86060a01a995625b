import { AppError } from '../errors.ts';
import type { WorkerLimitError } from './worker-limit-error.ts';

/**
 * Creates an error for work that failed temporarily.
 *
 * @param problem start of the message: `The PDF could not be made`
 */
export function serverTrouble(problem: string, { message }: WorkerLimitError): AppError {
  return new AppError('SERVICE_UNAVAILABLE', `${problem}: ${message} Try again in a moment.`);
}
