import type { InputPath } from '../../errors.ts';
import { describeIssues, pathOf } from '../../lib/describe-issue.ts';
import { fieldName } from '../../lib/field-name.ts';
import { createIncludeResolver, type IncludableContent } from './document/includes.ts';
import { documentSchema } from './document/input/document-schema.ts';
import { rewriteMarkdown, UnwritableDocumentError } from './document/keeping/rewrite-markdown.ts';

/** Contents that the tree names by their ids. */
export interface StoredIncludes {
  contents: IncludableContent[];
  filePath: string | undefined;
}

/** A tree to be written as markdown in the place of stored markdown. */
export interface WriteTask {
  stored: string;
  /** What the stored markdown may include by paths, from the file that it came from. */
  includes?: StoredIncludes;
  tree: unknown;
  /** Where the tree stands in the input. */
  path: InputPath;
}

/** The markdown of a tree, or why it has none. */
export type WrittenTree = { markdown: string } | { refusal: string; path: InputPath };

/** Checks a tree and writes it; what the stored markdown says already keeps its text. */
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
