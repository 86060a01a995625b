import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { ClaimsError, readClaims, type Claims } from '../../lib/conditions/read-claims.ts';
import { addToResponse, requireResponseRoom } from './response-size.ts';
import type { ContentText } from './content-text.ts';
import { evaluateTree, writeEvaluated } from '../../revisions/derived/convert-document.ts';
import type { EvaluatedDocument } from '../../document/evaluation/document-evaluation.ts';
import { documentSize } from '../../document/document-size.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { markdownOf } from './load-content.ts';
import { loadContents, resolvedTree } from './load-text.ts';
import type { Variables } from '../../revisions/store/entry.ts';

type TextContext = Pick<Context, 'db' | 'loaders' | 'responseTextLength'>;

/** Claims of a visitor as JSON; absent if none are known. */
export type ClaimsJson = Readonly<Record<string, unknown>> | null | undefined;

/** Selects the text as written, or evaluated for a visitor. */
export interface ShownAs {
  evaluated?: boolean | null | undefined;
  claims?: ClaimsJson;
}

/**
 * Returns a text as a tree, and counts it towards the response; null for a page without text.
 *
 * @throws QUERY_TOO_COMPLEX when the response is full, BAD_USER_INPUT for claims over a limit
 */
export async function shownDocument(
  context: TextContext,
  text: ContentText,
  { evaluated, claims }: ShownAs,
): Promise<DocumentTree | null> {
  if (evaluated) return (await evaluationOf(context, text, claims))?.tree ?? null;
  const tree = await resolvedTree(context, text);
  if (tree) addToResponse(context, documentSize(tree));
  return tree;
}

/**
 * Returns a text as markdown, evaluated for a visitor. Blocks without evaluated parts keep the
 * stored markdown, byte for byte.
 *
 * @throws the errors of `shownDocument`
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
    : await writeEvaluated(stored, tree, () => requireResponseRoom(context));
  addToResponse(context, markdown.length);
  return markdown;
}

type EvaluatedText = EvaluatedDocument & { isAsStored: boolean };

/** Evaluated texts of each request. */
const known = new WeakMap<object, Map<string, Promise<EvaluatedText | null>>>();

/**
 * Evaluates a text for a visitor, and reports problems. Evaluates it once per request, and counts
 * it towards the response, which keeps it.
 *
 * @throws the errors of `shownDocument`
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
  const evaluated = await evaluateTree(resolved, input, () => requireResponseRoom(context));
  addToResponse(context, documentSize(evaluated.tree));
  return { ...evaluated, isAsStored: evaluated.tree === resolved };
}
