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

/**
 * Throws the error of work that failed temporarily. What reports input that cannot be read must not
 * report it for such an error: a retry would read it.
 */
export function throwIfTrouble(error: unknown): void {
  if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') throw error;
}
