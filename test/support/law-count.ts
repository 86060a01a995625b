/** Whether laws are tried in full, as `npm run test:long` does; otherwise with a tenth. */
export const isFull = process.env.LAWS === 'full';

/**
 * Returns how many cases of a law a test tries.
 *
 * @param full number of cases of `npm run test:long`
 * @param variable environment variable that replaces the number
 */
export function lawCount(full: number, variable?: string): number {
  const given = variable === undefined ? undefined : process.env[variable];
  return Number(given ?? (isFull ? full : Math.ceil(full / 10)));
}
