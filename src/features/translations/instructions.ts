import { badField } from '../../errors.ts';
import { writeDocument } from '../content/convert-document.ts';
import { INSTRUCTIONS_LENGTH_MAX } from './translation-limits.ts';

/**
 * The markdown of instructions, as it is stored; '' for none.
 *
 * @param stored what it takes the place of
 * @throws BAD_USER_INPUT for what is no document, and for too long a one
 */
export async function instructionsMarkdown(
  document: Record<string, unknown> | undefined,
  stored = '',
): Promise<string> {
  if (!document) return '';
  const path = ['input', 'instructions'];
  const markdown = await writeDocument({ stored, tree: document, path });
  if (markdown.length <= INSTRUCTIONS_LENGTH_MAX) return markdown;
  throw badField(
    path,
    `must have at most ${INSTRUCTIONS_LENGTH_MAX} characters when it is written as markdown`,
  );
}
