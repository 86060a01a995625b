import { AppError, badInput } from '../../errors.ts';
import { serverTrouble } from '../../workers/server-trouble.ts';
import { WorkerLimitError } from '../../workers/worker-limit-error.ts';
import { createProcessForLarge } from '../../workers/process-for-large.ts';
import type { DeriveTask } from './derive-text.ts';
import { documentSize } from '../../document/document-size.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import type {
  EvaluatedDocument,
  EvaluationInput,
} from '../../document/evaluation/document-evaluation.ts';
import { isEvaluable } from '../../document/evaluation/is-evaluable.ts';
import type { ReferenceTargets, ReplacedReferences } from '../../document/replace-references.ts';
import type { WriteTask } from '../../document/write-tree.ts';

/** A text with the most common elements of pages. */
const WARM_UP_TEXT = `## Heading

Some *text* and **more** of it, with a [link](page.md), \`code\` and ![a picture](picture.png).

- item **one**
- item two

\`\`\`js
const value = 1;
\`\`\`

| A | B |
| - | - |
| 1 | 2 |

{% hint style="info" %}
A hint.
{% endhint %}

`;
const WARM_UP_CHARACTERS = 40_000;
const WARM_UP_TIMES = 3;

/** Maximum size, in characters, of a text or a tree as JSON that is converted in this process. */
const SMALL_MAX = 20_000;

const bySize = createProcessForLarge(() => import('./convert-document.worker.ts'), {
  module: './convert-document.worker.ts',
  from: import.meta.url,
  smallMax: SMALL_MAX,
  memoryMb: 1024,
  stays: true,
  cpuMs: 30_000,
});

/**
 * Starts the process and converts some texts, so that its code is loaded and compiled before the
 * first request. Takes about a second of one core.
 */
export async function warmUpConversion(): Promise<void> {
  const markdown = WARM_UP_TEXT.repeat(WARM_UP_CHARACTERS / WARM_UP_TEXT.length);
  for (let time = 0; time < WARM_UP_TIMES; time += 1) await readDocument(markdown);
}

/**
 * Converts markdown without front matter to a tree. Conversions in one process run serially.
 *
 * @param known called when the conversion's turn comes; returns the tree if it exists by then
 * @throws the error of `known`; QUERY_TOO_COMPLEX when it takes too long
 */
export function readDocument(
  markdown: string,
  known: () => DocumentTree | undefined = () => undefined,
): Promise<DocumentTree> {
  const read = bySize(markdown.length, (run) => known() ?? run('readTree', markdown));
  return read.catch(refuse);
}

/**
 * Converts a tree to markdown that replaces stored markdown.
 *
 * @throws BAD_USER_INPUT for an invalid document, and for one that markdown cannot express;
 *   QUERY_TOO_COMPLEX when it takes too long
 */
export async function writeDocument(task: WriteTask): Promise<string> {
  const characters = task.stored.length + JSON.stringify(task.tree).length;
  const written = await bySize(characters, (run) => run('writeTree', task)).catch(refuse);
  if ('markdown' in written) return written.markdown;
  throw badInput(written.refusal, written.path);
}

/**
 * Evaluates a tree for a visitor. Returns the tree itself if it contains nothing to evaluate.
 *
 * @param check called when the conversion's turn comes
 * @throws the error of `check`; QUERY_TOO_COMPLEX when it takes too long
 */
export async function evaluateTree(
  tree: DocumentTree,
  input: EvaluationInput,
  check: () => void,
): Promise<EvaluatedDocument> {
  if (!isEvaluable(tree)) return { tree, problems: [] };
  const sizes = [tree, ...input.contents.values()].map(documentSize);
  const characters = sizes.reduce((sum, size) => sum + size, 0);
  const evaluated = await bySize(characters, (run) => {
    check();
    return run('evaluateChanges', { tree, input });
  }).catch(refuse);
  return { ...evaluated, tree: evaluated.tree ?? tree };
}

/**
 * Converts an evaluated tree to markdown. Blocks without evaluated parts keep the stored markdown,
 * byte for byte.
 *
 * @param check called when the conversion's turn comes
 * @throws the error of `check`; QUERY_TOO_COMPLEX when it takes too long
 */
export function writeEvaluated(
  stored: string,
  tree: DocumentTree,
  check: () => void,
): Promise<string> {
  const written = bySize(stored.length + documentSize(tree), (run) => {
    check();
    return run('rewriteBestEffort', { stored, tree });
  });
  return written.catch(refuse);
}

/**
 * Replaces the targets of references in a text.
 *
 * @throws QUERY_TOO_COMPLEX when it takes too long
 */
export function replaceReferencesOf(
  markdown: string,
  targets: ReferenceTargets,
): Promise<ReplacedReferences> {
  const replaced = bySize(markdown.length, (run) =>
    run('replaceReferences', { markdown, targets }),
  );
  return replaced.catch(refuse);
}

/** Checks whether markdown is converted in another process, which makes its tree costly to get. */
export function isLarge(markdown: string): boolean {
  return markdown.length > SMALL_MAX;
}

/**
 * Computes derived values of large markdown in another process, where its tree remains. Returns
 * JSON.
 *
 * @throws QUERY_TOO_COMPLEX when it takes too long
 */
export function deriveFromLarge(task: DeriveTask): Promise<string[]> {
  return bySize(task.markdown.length, (run) => run('deriveText', task)).catch(refuse);
}

/** Converts errors of the process. The limits of texts normally prevent them. */
function refuse(error: unknown): never {
  if (!(error instanceof WorkerLimitError)) throw error;
  if (error.isOfServer) throw serverTrouble('A text could not be converted', error);
  const message = `A text is too much to convert: ${error.message} Divide it into several pages.`;
  throw new AppError('QUERY_TOO_COMPLEX', message);
}
