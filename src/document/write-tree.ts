import type { InputPath } from '../errors.ts';
import { describeIssues, pathOf } from '../lib/describe-issue.ts';
import { fieldName } from '../lib/field-name.ts';
import { createIncludeResolver, type IncludableContent } from './includes.ts';
import { documentSchema } from './input/document-schema.ts';
import { rewriteMarkdown, UnwritableDocumentError } from './source-preserving/rewrite-markdown.ts';

/** Contents that the tree refers to by id. */
export interface StoredIncludes {
  contents: IncludableContent[];
  filePath: string | undefined;
}

/** A tree to convert to markdown that replaces stored markdown. */
export interface WriteTask {
  stored: string;
  /** Contents that the stored markdown may include by path, and the path of its own file. */
  includes?: StoredIncludes;
  tree: unknown;
  /** Path of the tree in the input. */
  path: InputPath;
}

/** The markdown of a tree, or the reason why it has none. */
export type WrittenTree = { markdown: string } | { refusal: string; path: InputPath };

/** Validates a tree and converts it to markdown. Unchanged parts keep their stored text. */
export function writeTree({ stored, includes, tree, path }: WriteTask): WrittenTree {
  const checked = documentSchema.safeParse(tree);
  if (!checked.success) {
    const issues = checked.error.issues.map((issue) => ({
      ...issue,
      path: [...path, ...issue.path],
    }));
    const [first] = issues;
    return { refusal: describeIssues(issues), path: first ? pathOf(first) : path };
  }
  try {
    const resolveInclude = createIncludeResolver(includes?.contents ?? [], includes?.filePath);
    return { markdown: rewriteMarkdown(stored, checked.data, { resolveInclude }) };
  } catch (error) {
    if (!(error instanceof UnwritableDocumentError)) throw error;
    const refusal = `"${fieldName(path)}" is too large or too deep to be written as markdown.`;
    return { refusal, path };
  }
}
