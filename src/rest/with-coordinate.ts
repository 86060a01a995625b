import { errorText } from '../lib/error-text.ts';

/** Runs a part of the build; an error names the field that declared it. */
export function withCoordinate<Result>(culprit: string, build: () => Result): Result {
  try {
    return build();
  } catch (error) {
    throw new Error(`The REST declaration of ${culprit} is wrong: ${errorText(error)}`, {
      cause: error,
    });
  }
}
