import { bundleFiles, type ParsedFile } from './bundle-files.ts';
import { specificationPages, type SpecificationPage } from './specification-pages.ts';
import { DocumentError } from './document-error.ts';
import { exactJson } from './exact-number.ts';
import type { JsonObject } from './json-value.ts';
import { readFile, valueOf, type DocumentFile, type SourceFile } from './document-file.ts';
import { validateDocument } from './validate-document.ts';

/** Result of a worker. A thrown error would lose everything but its message. */
export type DocumentOutcome<Result> = { result: Result } | { problem: string };

/** Parsed file of a specification, with its addresses. */
export type NamedFile = Omit<ParsedFile, 'value'> & Pick<DocumentFile, 'json'>;

/** Specification that is valid against the schema of its version. */
export interface CheckedDocument {
  /** All files bundled into one document, as JSON. */
  bundle: Uint8Array<ArrayBuffer>;
  pages: SpecificationPage[];
}

/** Reads a file and reports the files that it refers to. */
export function read(source: SourceFile): Promise<DocumentOutcome<DocumentFile>> {
  return outcomeOf(() => readFile(source));
}

/** Bundles the files of a specification, the first one first, and validates the result. */
export function check(task: {
  files: readonly NamedFile[];
  specId: string;
}): Promise<DocumentOutcome<CheckedDocument>> {
  return outcomeOf(async () => {
    const [first, ...others] = task.files.map((file) => ({ ...file, value: valueOf(file) }));
    if (!first) throw new Error('A specification has a file.');
    const document = bundleFiles([first, ...others]);
    const json = exactJson(document);
    // The version schemas support JavaScript numbers only.
    await validateDocument(JSON.parse(json) as JsonObject);
    const bundle = Buffer.from(json);
    return { bundle, pages: specificationPages(document, task.specId) };
  });
}

async function outcomeOf<Result>(
  work: () => Result | Promise<Result>,
): Promise<DocumentOutcome<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof DocumentError) return { problem: error.message };
    // A document that exceeds the stack is not a usable specification.
    if (error instanceof RangeError) return { problem: `cannot be read: ${error.message}` };
    throw error;
  }
}
