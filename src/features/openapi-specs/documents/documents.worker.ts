import { bundleFiles, type ParsedFile } from './bundle-files.ts';
import { computedPages, type ComputedPage } from './computed-pages.ts';
import { DocumentError } from './document-error.ts';
import { exactJson } from './exact-number.ts';
import type { JsonObject } from './json-value.ts';
import { readFile, valueOf, type DocumentFile, type SourceFile } from './document-file.ts';
import { validateDocument } from './validate-document.ts';

/** What a worker returns: of an error only the message would come back. */
export type Outcome<Result> = { result: Result } | { problem: string };

/** A file of a specification that was read, by its addresses. */
export type NamedFile = Omit<ParsedFile, 'value'> & Pick<DocumentFile, 'json'>;

/** A specification that holds to the schema of its version. */
export interface CheckedDocument {
  /** One document of all files, as JSON. */
  bundle: Uint8Array<ArrayBuffer>;
  pages: ComputedPage[];
}

/** Reads a file, and says which others it names. */
export function read(source: SourceFile): Promise<Outcome<DocumentFile>> {
  return outcomeOf(() => readFile(source));
}

/** Makes one document of the files of a specification, the first one first, and checks it. */
export function check(task: {
  files: readonly NamedFile[];
  specId: string;
}): Promise<Outcome<CheckedDocument>> {
  return outcomeOf(async () => {
    const [first, ...others] = task.files.map((file) => ({ ...file, value: valueOf(file) }));
    if (!first) throw new Error('A specification has a file.');
    const document = bundleFiles([first, ...others]);
    const json = exactJson(document);
    // The schemas of versions know the numbers of JavaScript alone.
    await validateDocument(JSON.parse(json) as JsonObject);
    const bundle = Buffer.from(json);
    return { bundle, pages: computedPages(document, task.specId) };
  });
}

async function outcomeOf<Result>(work: () => Result | Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof DocumentError) return { problem: error.message };
    // What recurses deeper than the stack is no specification of anything.
    if (error instanceof RangeError) return { problem: `cannot be read: ${error.message}` };
    throw error;
  }
}
