import { AppError } from '../errors.ts';
import type { WorkerLimitError } from './worker-limit-error.ts';

/**
 * Creates the error for work that could not be done now, and can be in a moment.
 *
 * @param problem what was not done, to begin the message: `The PDF could not be made`
 */
export function serverTrouble(problem: string, { message }: WorkerLimitError): AppError {
  return new AppError('SERVICE_UNAVAILABLE', `${problem}: ${message} Try again in a moment.`);
}
