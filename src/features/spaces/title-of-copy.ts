import { truncate } from '../../lib/truncate.ts';
import { SPACE_TITLE_LENGTH_MAX } from './create-space.ts';

const COPY = /^(?<title>[^]*?) ?\(copy(?: (?<number>\d{1,6}))?\)$/;

/**
 * Returns the title of a copy: "Guides (copy)", and of its copy "Guides (copy 2)". Truncates long
 * titles.
 */
export function titleOfCopy(original: string): string {
  const { title = original, number = '1' } = COPY.exec(original)?.groups ?? {};
  const isCopy = COPY.test(original);
  const suffix = isCopy ? `(copy ${Number(number) + 1})` : '(copy)';
  const start = truncate(title, SPACE_TITLE_LENGTH_MAX - suffix.length - 1);
  return `${start.trimEnd()} ${suffix}`.trimStart();
}
