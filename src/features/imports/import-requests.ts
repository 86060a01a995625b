import { setTimeout as wait } from 'node:timers/promises';
import { parseWebAddress } from '../../external/http/web-address.ts';
import type { WebClient, WebResponse } from '../../external/http/web-client.ts';
import { WebError } from '../../external/http/web-error.ts';
import { formatBytes } from '../content/docs-folder/limits.ts';
import { importLimits } from './import-limits.ts';
import { ImportError, NO_TIME } from './imported-content.ts';
import { RobotRules } from './website/robot-rules.ts';

export interface ImportResponse extends Pick<WebResponse, 'url' | 'body'> {
  /** The media type, in small letters and without parameters; '' when none is sent. */
  type: string;
  /** The whole header. */
  contentType: string;
}

export interface GetOptions {
  bytesMax: number;
  /** Whether the rules for robots are kept: not for an address that a person named. */
  isCrawled?: boolean;
  /** Asked before a redirect is followed; what it throws ends the request. */
  onRedirect?: (to: URL) => void;
}

/** The requests of one import, which share its limits of time and size. */
export class ImportRequests {
  readonly #web: WebClient;
  readonly #end: AbortSignal;
  readonly #robots: RobotRules;
  readonly #credentials: { origin: string; authorization: string } | undefined;
  /** When the next request to an origin may be made. */
  readonly #free = new Map<string, number>();
  #bytesLeft: number = importLimits.totalBytes;

  /** @param address that the import is of: what its user and password are for */
  constructor(web: WebClient, address: string, timeMs: number) {
    const { url, authorization } = parseWebAddress(address);
    this.#web = web;
    this.#end = AbortSignal.timeout(timeMs);
    this.#credentials = authorization ? { origin: url.origin, authorization } : undefined;
    this.#robots = new RobotRules((robots) => this.#send(robots, { bytesMax: 512 * 1024 }));
  }

  /** Whether the time is over. */
  get isOver(): boolean {
    return this.#end.aborted;
  }

  /** @throws ImportError with the reason, to follow the address, for anything but a 200 */
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
