import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { ClaimsError, readClaims, type Claims } from '../../lib/conditions/read-claims.ts';
import { addToAnswer, requireRoom } from './answer-size.ts';
import type { ContentText } from './content-text.ts';
import { evaluateTree, writeEvaluated } from './convert-document.ts';
import type { EvaluatedDocument } from './document/evaluation/document-evaluation.ts';
import { documentSize } from './document/document-size.ts';
import type { DocumentTree } from './document/document-tree.ts';
import { markdownOf } from './load-content.ts';
import { loadContents, resolvedTree } from './load-text.ts';
import type { Variables } from './store/entry.ts';

type TextContext = Pick<Context, 'db' | 'loaders'>;

/** Claims of a visitor as JSON; none when nothing is known of them. */
export type ClaimsJson = Readonly<Record<string, unknown>> | null | undefined;

/** How a text is shown: as it is written, or as it is for a visitor. */
export interface ShownAs {
  evaluated?: boolean | null | undefined;
  claims?: ClaimsJson;
}

/**
 * A text as a tree of blocks, counted into the answer; null for a page without text.
 *
 * @throws QUERY_TOO_COMPLEX when the answer is full, BAD_USER_INPUT for claims over a limit
 */
export async function shownDocument(
  context: TextContext,
  text: ContentText,
  { evaluated, claims }: ShownAs,
): Promise<DocumentTree | null> {
  if (evaluated) return (await evaluationOf(context, text, claims))?.tree ?? null;
  const tree = await resolvedTree(context, text);
  if (tree) addToAnswer(context, documentSize(tree));
  return tree;
}

/**
 * A text as it is for a visitor, as markdown. Blocks in which nothing is evaluated are the stored
 * markdown, byte for byte.
 *
 * @throws as `shownDocument` does
 */
export async function evaluatedMarkdownOf(
  context: TextContext,
  text: ContentText,
  claims: ClaimsJson,
): Promise<string | null> {
  const stored = await markdownOf(context, text.entry);
  const evaluated = await evaluationOf(context, text, claims);
  if (stored === null || !evaluated) return null;
  const { tree, isAsStored } = evaluated;
  const markdown = isAsStored
    ? stored
    : await writeEvaluated(stored, tree, () => requireRoom(context));
  addToAnswer(context, markdown.length);
  return markdown;
}

type EvaluatedText = EvaluatedDocument & { isAsStored: boolean };

/** What each request has evaluated so far. */
const known = new WeakMap<object, Map<string, Promise<EvaluatedText | null>>>();

/**
 * What a text is for a visitor, and what of it could not be evaluated. It is made once for a
 * request and counted into the answer, which keeps it.
 *
 * @throws as `shownDocument` does
 */
export function evaluationOf(
  context: TextContext,
  text: ContentText,
  claims: ClaimsJson,
): Promise<EvaluatedText | null> {
  const ofRequest = known.get(context) ?? new Map<string, Promise<EvaluatedText | null>>();
  known.set(context, ofRequest);
  const key = canonicalJson([text.revision.id, text.entry.id, claims]);
  const evaluated = ofRequest.get(key) ?? evaluate(context, text, readVisitorClaims(claims));
  ofRequest.set(key, evaluated);
  return evaluated;
}

function readVisitorClaims(claims: ClaimsJson): Claims {
  try {
    return readClaims(claims ?? {});
  } catch (error) {
    if (error instanceof ClaimsError) throw badInput(`"claims" ${error.message}.`, ['claims']);
    throw error;
  }
}

async function evaluate(
  context: TextContext,
  text: ContentText,
  claims: Claims,
): Promise<EvaluatedText | null> {
  const resolved = await resolvedTree(context, text);
  if (!resolved) return null;
  const { revision, entry } = text;
  const contents = await loadContents(context, revision, resolved);
  const input = {
    page: ('variables' in entry ? entry.variables : undefined) ?? {},
    space: revision.variables as Variables,
    ...{ claims, contents, contentId: entry.id },
  };
  const evaluated = await evaluateTree(resolved, input, () => requireRoom(context));
  addToAnswer(context, documentSize(evaluated.tree));
  return { ...evaluated, isAsStored: evaluated.tree === resolved };
}
