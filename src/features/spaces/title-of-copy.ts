import { cutText } from '../../lib/cut-text.ts';
import { SPACE_TITLE_LENGTH_MAX } from './create-space.ts';

const COPY = /^(?<title>[^]*?) ?\(copy(?: (?<number>\d{1,6}))?\)$/;

/** What a copy is called: "Guides (copy)", and its copy "Guides (copy 2)". A long title is cut. */
export function titleOfCopy(original: string): string {
  const { title = original, number = '1' } = COPY.exec(original)?.groups ?? {};
  const isCopy = COPY.test(original);
  const suffix = isCopy ? `(copy ${Number(number) + 1})` : '(copy)';
  const start = cutText(title, SPACE_TITLE_LENGTH_MAX - suffix.length - 1);
  return `${start.trimEnd()} ${suffix}`.trimStart();
}
