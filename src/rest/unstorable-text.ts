import { badInput, type AppError } from '../errors.ts';

/** Maximum length of the path to a value in an error. */
const PATH_LENGTH_MAX = 20;

/** A value in an input, and the way to it. */
interface Place {
  value: unknown;
  key: string;
  parent: Place | undefined;
}

/**
 * Finds the first text of an input that no database holds: with U+0000, or with half of a surrogate
 * pair, which is no character and would be stored as another. Returns the error that names it. It
 * may lie as deep as JSON can.
 */
export function unstorableText(input: unknown): AppError | undefined {
  const open: Place[] = [{ value: input, key: '', parent: undefined }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place;
    const problem =
      problemOf(place.key) ?? (typeof value === 'string' ? problemOf(value) : undefined);
    if (problem !== undefined) return refusal(place, problem);
    if (typeof value !== 'object' || value === null) continue;
    const parent = place;
    for (const [key, below] of Object.entries(value).toReversed()) {
      open.push({ value: below, key, parent });
    }
  }
  return undefined;
}

function problemOf(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain the character U+0000';
  return text.isWellFormed() ? undefined : 'has half of a surrogate pair, which is not a character';
}

function refusal(place: Place, problem: string): AppError {
  const upwards: string[] = [];
  for (let at = place; at.parent; at = at.parent)
    upwards.push(at.key.replaceAll('\0', '\uFFFD').toWellFormed());
  const path = upwards.toReversed().slice(0, PATH_LENGTH_MAX);
  const [first, ...below] = path;
  const name = (first === 'input' ? below : path).join('.');
  return badInput(`"${name}" ${problem}.`, path);
}
