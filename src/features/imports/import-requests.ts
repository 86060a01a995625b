import { setTimeout as wait } from 'node:timers/promises';
import { parseWebAddress } from '../../external/http/web-address.ts';
import type { WebClient, WebResponse } from '../../external/http/web-client.ts';
import { WebError } from '../../external/http/web-error.ts';
import { formatBytes } from '../../document/docs-folder/docs-folder-limits.ts';
import { importLimits } from './import-limits.ts';
import { ImportError, NO_TIME } from './imported-content.ts';
import { RobotRules } from './website/robot-rules.ts';

export interface ImportResponse extends Pick<WebResponse, 'url' | 'body'> {
  /** Media type in lower case, without parameters; '' if the header is missing. */
  type: string;
  /** Full `Content-Type` header. */
  contentType: string;
}

export interface GetOptions {
  bytesMax: number;
  /** Whether robots.txt is obeyed; not for an address that the user entered. */
  isCrawled?: boolean;
  /** Called before a redirect is followed; throws to abort the request. */
  onRedirect?: (to: URL) => void;
}

/** Requests of one import, which share its time and size limits. */
export class ImportRequests {
  readonly #web: WebClient;
  readonly #end: AbortSignal;
  readonly #robots: RobotRules;
  readonly #credentials: { origin: string; authorization: string } | undefined;
  /** Earliest time of the next request, by origin. */
  readonly #free = new Map<string, number>();
  #bytesLeft: number = importLimits.totalBytes;

  /** @param address of the import; its user and password apply to its origin only */
  constructor(web: WebClient, address: string, timeMs: number) {
    const { url, authorization } = parseWebAddress(address);
    this.#web = web;
    this.#end = AbortSignal.timeout(timeMs);
    this.#credentials = authorization ? { origin: url.origin, authorization } : undefined;
    this.#robots = new RobotRules((robots) => this.#send(robots, { bytesMax: 512 * 1024 }));
  }

  /** Whether the time limit is reached. */
  get isOver(): boolean {
    return this.#end.aborted;
  }

  /**
   * Sends a GET request.
   *
   * @throws ImportError with a reason that follows the address, for any status but 200
   */
  async get(address: string | URL, options: GetOptions): Promise<ImportResponse> {
    if (this.isOver) throw new ImportError(`not fetched: ${NO_TIME}`);
    if (options.isCrawled) await this.#keepRules(new URL(address));
    const { status, headers, ...response } = await this.#send(address, options);
    if (status !== 200) throw new ImportError(`answers with the status ${status}`);
    this.#bytesLeft -= response.body.length;
    const contentType = headers.get('content-type') ?? '';
    const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
    return { ...response, contentType, type };
  }

  async #keepRules(url: URL): Promise<void> {
    const delayMs = await this.#robots.require(url);
    if (delayMs === 0) return;
    const free = Math.max(performance.now(), this.#free.get(url.origin) ?? 0);
    this.#free.set(url.origin, free + delayMs);
    const waitMs = free - performance.now();
    await wait(Math.max(0, waitMs), undefined, { signal: this.#end }).catch(() => {
      throw new ImportError(`not fetched: ${NO_TIME}`);
    });
  }

  async #send(
    address: string | URL,
    { bytesMax, isCrawled = false, onRedirect }: GetOptions,
  ): Promise<WebResponse> {
    const { url, authorization = this.#authorizationFor(url) } = parseWebAddress(address);
    const most = Math.min(bytesMax, Math.max(this.#bytesLeft, 0));
    try {
      return await this.#web.fetch({
        url,
        headers: authorization === undefined ? {} : { authorization },
        bytesMax: most,
        timeoutMs: importLimits.requestMs,
        signal: this.#end,
        onRedirect: async (to) => {
          onRedirect?.(to);
          if (isCrawled) await this.#robots.require(to);
        },
      });
    } catch (error) {
      if (this.isOver) throw new ImportError(`not fetched: ${NO_TIME}`);
      if (!(error instanceof WebError)) throw error;
      const isTooLarge = error.code === 'too-large';
      const reason = isTooLarge ? `is larger than ${formatBytes(most)}` : error.message;
      throw new ImportError(reason, { cause: error });
    }
  }

  #authorizationFor(url: URL): string | undefined {
    return this.#credentials?.origin === url.origin ? this.#credentials.authorization : undefined;
  }
}
