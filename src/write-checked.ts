import type { Context } from './context.ts';
import { AppError, ChangedMeanwhile } from './errors.ts';

/**
 * Does a write whose transaction checks by itself what reads would check before it, without those
 * reads. Only a refused write asks them, for the error that they report.
 *
 * @param check reads that refuse at least what the transaction refuses
 */
export async function writeChecked<Result>(
  context: Context,
  check: () => Promise<unknown>,
  write: () => Promise<Result>,
): Promise<Result> {
  // A request without a token ends here.
  void context.viewer;
  try {
    return await write();
  } catch (error) {
    const isRefused =
      error instanceof AppError &&
      error.code !== 'SERVICE_UNAVAILABLE' &&
      !(error instanceof ChangedMeanwhile);
    if (isRefused) await check();
    throw error;
  }
}
