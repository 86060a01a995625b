import { readFileSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import type {
  NodeCompiler as Compiler,
  NodeTypstDocument,
} from '@myriaddreamin/typst-ts-node-compiler';
import { fontFiles } from './fonts.ts';
import { mendClusterTexts } from './mend-cluster-texts.ts';

/** Root of the virtual files. It does not exist, so no template reads a file of the disk. */
const ROOT = path.resolve('/nonexistent/book');
/** Standard for accessible PDFs. */
const ACCESSIBLE = 'ua-1';

let opened: Promise<Compiler> | undefined;

/** Opens the compiler, with the fonts of the packages alone. */
function openCompiler(): Promise<Compiler> {
  opened ??= (async () => {
    const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler');
    const { FONTCONFIG_FILE: before } = env;
    // The compiler looks for system fonts once, here. Other programs need theirs.
    env['FONTCONFIG_FILE'] = fileURLToPath(new URL('./fonts.conf', import.meta.url));
    try {
      return NodeCompiler.create({ workspace: ROOT, fontArgs: [{ fontPaths: [...fontFiles] }] });
    } finally {
      if (before === undefined) delete env['FONTCONFIG_FILE'];
      else env['FONTCONFIG_FILE'] = before;
    }
  })();
  return opened;
}

/** An error for a document that Typst cannot compile. */
export class TypstError extends Error {
  override name = 'TypstError';
}

/**
 * Compiles a template with virtual files as a tagged PDF, by the standard for accessible ones if it
 * fulfills that.
 *
 * @param files contents by names such as `book.json`
 * @throws TypstError
 */
export async function compileTypst(
  template: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const compiler = await openCompiler();
  try {
    for (const [name, bytes] of files)
      compiler.mapShadow(path.join(ROOT, name), Buffer.from(bytes));
    const compiled = compiler.compile({ mainFileContent: template });
    const { result } = compiled;
    if (!result) throw errorOf(compiled.takeDiagnostics());
    return new Uint8Array(mendClusterTexts(exportPdf(compiler, result)));
  } finally {
    compiler.resetShadow();
    compiler.evictCache(0);
  }

  function errorOf(error: ReturnType<ReturnType<Compiler['compile']>['takeDiagnostics']>) {
    const diagnostics = error ? compiler.fetchDiagnostics(error) : [];
    return new TypstError(JSON.stringify(diagnostics).slice(0, 2000));
  }
}

function exportPdf(compiler: Compiler, document: NodeTypstDocument): Buffer {
  try {
    return compiler.pdf(document, { pdfStandard: ACCESSIBLE });
  } catch {
    return compiler.pdf(document);
  }
}

/** Returns the text of a template beside this module. */
export function readTemplate(name: string): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
}
