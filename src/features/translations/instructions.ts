import { badField } from '../../errors.ts';
import { writeDocument } from '../../revisions/derived/convert-document.ts';
import { INSTRUCTIONS_LENGTH_MAX } from './translation-limits.ts';

/**
 * Returns instructions as markdown for storage; '' if there are none.
 *
 * @param stored markdown that is replaced
 * @throws BAD_USER_INPUT for an invalid document, and for one that is too long
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
