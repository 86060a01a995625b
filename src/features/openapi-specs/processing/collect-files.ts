import { JobFailure } from '../../../jobs/job-failure.ts';
import { WebError } from '../../../external/http/web-error.ts';
import type { WebClient, WebResponse } from '../../../external/http/web-client.ts';
import { shownAddress } from '../../../external/http/web-address.ts';
import { DOCUMENT_FILES_MAX, DOCUMENT_SIZE_MAX } from '../documents/specification-limits.ts';
import type { NamedFile } from '../documents/documents.worker.ts';
import { readInProcess } from '../documents/read-documents.ts';
import type { SourceAddress } from '../source-columns.ts';
import { fileName, pathFrom } from './file-path.ts';

/** Maximum number of concurrent fetches. */
const FETCHED_AT_ONCE = 4;

/** Source of a specification, with the data needed to fetch it. */
export type FileSource =
  | { text: Uint8Array }
  | (SourceAddress & {
      /** `ETag` of the source when it was last processed. */
      tag: string | null;
    });

export interface CollectOptions {
  web: WebClient;
  signal: AbortSignal;
  /** Time limits for one file and for all files, in milliseconds. */
  fileTimeoutMs?: number;
  timeoutMs?: number;
  /** Receives the fetched share of the files known so far, 0 to 1. */
  onFile?: (done: number) => Promise<void>;
}

/** Collected files of a specification, the first one first. */
export interface CollectedFiles {
  files: NamedFile[];
  /** `ETag` if the source is a single file; null for several files, since it covers only one. */
  tag: string | null;
}

const FILE_TIMEOUT_MS = 10_000;
const TIMEOUT_MS = 60_000;

/**
 * Collects the files of a specification: the first one and all that it refers to, directly or
 * through others, each once. Returns null if the source is unchanged.
 *
 * @throws JobFailure `FETCH_TIMEOUT`, `FETCH_ERROR` or `PARSE_ERROR`, and the reason of the signal
 */
export async function collectFiles(
  source: FileSource,
  options: CollectOptions,
): Promise<CollectedFiles | null> {
  const collection = new FileCollection(source, options);
  if ('text' in source) await collection.addText(source.text);
  else if (!(await collection.addFirst(source.url, source.tag))) return null;
  await collection.addReferences();
  return collection.collected;
}

class FileCollection {
  readonly #source: FileSource;
  readonly #options: CollectOptions;
  readonly #deadline: number;
  readonly #files: NamedFile[] = [];
  /** Known addresses, and those still to be fetched. */
  readonly #known = new Map<string, NamedFile | null>();
  readonly #waiting: string[] = [];
  #size = 0;
  #tag: string | null = null;

  constructor(source: FileSource, options: CollectOptions) {
    this.#source = source;
    this.#options = options;
    this.#deadline = Date.now() + (options.timeoutMs ?? TIMEOUT_MS);
  }

  get collected(): CollectedFiles {
    return { files: this.#files, tag: this.#files.length === 1 ? this.#tag : null };
  }

  async addText(text: Uint8Array): Promise<void> {
    const { json, references } = await readInProcess({ text, address: null }, 'The text');
    this.#files.push({ path: 'openapi', address: null, names: [], json });
    this.#expect(references);
  }

  /** Adds the first file. Returns whether the source has changed. */
  async addFirst(url: string, tag: string | null): Promise<boolean> {
    this.#known.set(url, null);
    const response = await this.#fetch(url, tag);
    if (response.status === 304) return false;
    this.#tag = response.headers.get('etag');
    await this.#add(url, response);
    return true;
  }

  async addReferences(): Promise<void> {
    while (this.#waiting.length > 0) {
      const wave = this.#waiting.splice(0, FETCHED_AT_ONCE);
      const responses = await Promise.all(wave.map((url) => this.#fetch(url, null)));
      for (const [index, response] of responses.entries()) {
        await this.#add(wave[index] ?? '', response);
      }
      const known = this.#files.length + this.#waiting.length;
      await this.#options.onFile?.(this.#files.length / known);
    }
  }

  async #add(requested: string, { url, body }: WebResponse): Promise<void> {
    const address = url.href;
    const same = this.#known.get(address);
    // The file is known under another address, because of a redirect.
    if (same) {
      same.names = [...new Set([...same.names, requested])];
      this.#known.set(requested, same);
      return;
    }
    this.#size += body.byteLength;
    if (this.#size > DOCUMENT_SIZE_MAX) throw tooLarge();
    const { json, references } = await readInProcess(
      { text: body, address },
      shownAddress(address),
    );
    const names = [...new Set([requested, address])];
    const file: NamedFile = { path: this.#pathOf(requested), address, names, json };
    this.#files.push(file);
    for (const name of names) this.#known.set(name, file);
    this.#expect(references);
  }

  #pathOf(address: string): string {
    const [first] = this.#files;
    if (!first) return fileName(address);
    const path = first.address === null ? address : pathFrom(first.address, address);
    return this.#files.some((file) => file.path === path) ? address : path;
  }

  #expect(references: readonly string[]): void {
    for (const reference of references) {
      if (this.#known.has(reference)) continue;
      this.#known.set(reference, null);
      this.#waiting.push(reference);
    }
    if (this.#files.length + this.#waiting.length <= DOCUMENT_FILES_MAX) return;
    throw new JobFailure(
      'PARSE_ERROR',
      `The specification has more than ${DOCUMENT_FILES_MAX} files.`,
      'Join files, or bundle them before, so that there are fewer.',
    );
  }

  async #fetch(url: string, tag: string | null): Promise<WebResponse> {
    const { web, signal, fileTimeoutMs = FILE_TIMEOUT_MS } = this.#options;
    const authorization = this.#authorizationFor(url);
    const timeoutMs = Math.max(1, Math.min(fileTimeoutMs, this.#deadline - Date.now()));
    try {
      const response = await web.fetch({
        ...{ url, signal, timeoutMs, bytesMax: DOCUMENT_SIZE_MAX - this.#size },
        headers: {
          accept: 'application/json, application/yaml, text/yaml, */*;q=0.5',
          ...(authorization !== undefined && { authorization }),
          ...(tag !== null && { 'if-none-match': tag }),
        },
      });
      if (response.status === 304 && tag !== null) return response;
      if (response.status < 200 || response.status > 299) throw refused(url, response.status);
      return response;
    } catch (error) {
      if (error instanceof WebError) throw failureOf(url, error);
      throw error;
    }
  }

  /** Returns the credentials for an address. They apply only to the origin of the source. */
  #authorizationFor(url: string): string | undefined {
    if ('text' in this.#source) return undefined;
    const isSame = new URL(url).origin === new URL(this.#source.url).origin;
    return isSame ? this.#source.authorization : undefined;
  }
}

function failureOf(url: string, { code, message }: WebError): JobFailure {
  if (code === 'too-large') return tooLarge();
  const remedy =
    code === 'timeout'
      ? 'Set the source again when its server responds faster.'
      : code === 'refused'
        ? 'Use a URL on the public internet, or send the text itself.'
        : 'Check the URL and its server, then set the source again.';
  const failure = code === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR';
  return new JobFailure(failure, `${shownAddress(url)} ${message}.`, remedy);
}

function refused(url: string, status: number): JobFailure {
  const remedy =
    status === 401 || status === 403
      ? 'Use a URL with a user and a password that may read it.'
      : status === 404 || status === 410
        ? 'Correct the URL: nothing exists there.'
        : 'Set the source again when its server works.';
  const message = `${shownAddress(url)} answered with the status ${status}.`;
  return new JobFailure('FETCH_ERROR', message, remedy);
}

function tooLarge(): JobFailure {
  return new JobFailure(
    'PARSE_ERROR',
    `The specification is larger than ${DOCUMENT_SIZE_MAX} bytes.`,
    'Divide it into several specifications.',
  );
}
