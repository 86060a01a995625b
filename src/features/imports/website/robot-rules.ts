import type { WebResponse } from '../../../external/http/web-client.ts';
import { WebError } from '../../../external/http/web-error.ts';
import { convert } from '../conversions.ts';
import { importLimits } from '../import-limits.ts';
import { ImportError } from '../imported-content.ts';
import { isRefusal } from '../refusal.ts';

/** Rules of a site. Without a text nothing is allowed, for the stated reason. */
interface SiteRules {
  text?: string;
  problem?: string;
}

const UNREADABLE = 'not fetched: robots.txt of the site cannot be read';

/** Robot rules of sites (RFC 9309), fetched once per site. */
export class RobotRules {
  readonly #fetch: (url: URL) => Promise<WebResponse>;
  readonly #byOrigin = new Map<string, Promise<SiteRules>>();

  /** @param fetch throws if the site does not respond */
  constructor(fetch: (url: URL) => Promise<WebResponse>) {
    this.#fetch = fetch;
  }

  /**
   * Returns the delay between two requests to the site, in milliseconds.
   *
   * @throws ImportError for an address that robots may not read
   */
  async require({ href, origin }: URL): Promise<number> {
    const { text, problem } = await this.#rulesFor(origin);
    if (text === undefined) throw new ImportError(problem ?? UNREADABLE);
    if (text === '') return 0;
    const answer = await convert('askRobots', { text, url: href });
    if (isRefusal(answer)) {
      // Rules that could not be evaluated once are not tried for the next address.
      this.#byOrigin.set(origin, Promise.resolve({ problem: UNREADABLE }));
      throw new ImportError(UNREADABLE);
    }
    if (!answer.isAllowed) throw new ImportError('not for robots, says robots.txt');
    return Math.min(answer.delaySeconds * 1000, importLimits.crawlDelayMs);
  }

  #rulesFor(origin: string): Promise<SiteRules> {
    const known = this.#byOrigin.get(origin);
    if (known) return known;
    const rules = this.#read(new URL('/robots.txt', origin));
    this.#byOrigin.set(origin, rules);
    return rules;
  }

  /**
   * Reads the rules of a site. A missing robots.txt allows all; an unreachable one allows nothing.
   */
  async #read(url: URL): Promise<SiteRules> {
    try {
      const { status, body } = await this.#fetch(url);
      if (status >= 500) return { problem: UNREADABLE };
      return { text: status === 200 ? body.toString() : '' };
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      // An unreachable site is reported as such; only a too large response concerns the rules.
      const isTooLarge = error.cause instanceof WebError && error.cause.code === 'too-large';
      return { problem: isTooLarge ? `${UNREADABLE}: it ${error.message}` : error.message };
    }
  }
}
