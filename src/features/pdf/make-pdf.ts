import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { serverTrouble } from '../../workers/server-trouble.ts';
import { WorkerLimitError } from '../../workers/worker-limit-error.ts';
import { signedUrl, signerOf } from '../content/downloads/download-url.ts';
import { findMadeFile, keepMadeFile } from '../content/downloads/made-files.ts';
import type { PdfSelection } from './choose-pages.ts';
import { loadBook } from './load-book.ts';
import { planBook, type BookPlan, type PdfSource } from './plan-book.ts';
import { typesetBook } from './typesetting/typeset-book.ts';

/** How long the address of a PDF works. */
const VALID_MS = 60 * 60 * 1000;
/** Most bytes of a PDF: 60 MB. */
const PDF_SIZE_MAX = 60_000_000;

/** PDFs that are being made by this process, by their hashes: who asks for one meanwhile waits. */
const underWay = new Map<string, Promise<string>>();

/**
 * The address of a PDF, for everybody who has it, for one hour. The PDF is made when none is there
 * of the same content, and kept.
 *
 * @throws as `planBook` does; SERVICE_UNAVAILABLE when too many are being made, or the process that
 *   makes it is killed; QUERY_TOO_COMPLEX when it takes too much time or memory, or is too large
 */
export async function makePdf(
  context: Context,
  source: PdfSource,
  selection: PdfSelection,
): Promise<{ url: string }> {
  const plan = await planBook(context, source, selection);
  const blob = (await findMadeFile(context.db, plan.hash)) ?? (await makeOnce(context, plan));
  const signer = await signerOf(context);
  const file = { blob, name: fileName(plan), contentType: 'application/pdf' };
  return { url: signedUrl(signer, file, signer.now.getTime() + VALID_MS) };
}

function makeOnce(context: Context, plan: BookPlan): Promise<string> {
  const known = underWay.get(plan.hash);
  if (known) return known;
  const made = make(context, plan).finally(() => underWay.delete(plan.hash));
  underWay.set(plan.hash, made);
  return made;
}

async function make(context: Context, plan: BookPlan): Promise<string> {
  const pdf = await typesetBook(await loadBook(context, plan)).catch(refuse);
  if (pdf.byteLength > PDF_SIZE_MAX) {
    throw tooLarge(`it would have ${pdf.byteLength} bytes, of at most ${PDF_SIZE_MAX}.`);
  }
  return keepMadeFile(context.db, plan.hash, pdf);
}

function refuse(error: unknown): never {
  if (!(error instanceof WorkerLimitError)) throw error;
  if (error.isOfServer) throw serverTrouble('The PDF could not be made', error);
  throw tooLarge(error.message);
}

function tooLarge(reason: string): AppError {
  const message = `The content is too much for one PDF: ${reason} Ask for a part with "page".`;
  return new AppError('QUERY_TOO_COMPLEX', message);
}

/** The title of the space, or of the first page when all others are below it. */
function fileName({ cover, pages: [first, ...others] }: BookPlan): string {
  const isOfFirst = first !== undefined && others.every(({ depth }) => depth > 0);
  const name = isOfFirst ? first.title : cover.title;
  const plain = name.replace(/[\p{Cc}\p{Cs}/\\?%*:|"<>]+/gu, ' ').trim();
  return `${plain.slice(0, 100).toWellFormed() || 'document'}.pdf`;
}
