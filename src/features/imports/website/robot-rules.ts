import type { WebResponse } from '../../../external/http/web-client.ts';
import { WebError } from '../../../external/http/web-error.ts';
import { convert } from '../conversions.ts';
import { importLimits } from '../import-limits.ts';
import { ImportError } from '../imported-content.ts';
import { isRefusal } from '../refusal.ts';

/** A site without a text allows nothing, for the reason that is given. */
interface SiteRules {
  text?: string;
  problem?: string;
}

const UNREADABLE = 'not fetched: robots.txt of the site cannot be read';

/** What sites ask of robots (RFC 9309), fetched once for each. */
export class RobotRules {
  readonly #fetch: (url: URL) => Promise<WebResponse>;
  readonly #byOrigin = new Map<string, Promise<SiteRules>>();

  /** @param fetch throws where there is no answer */
  constructor(fetch: (url: URL) => Promise<WebResponse>) {
    this.#fetch = fetch;
  }

  /**
   * Answers how long to wait between two requests to the site, in milliseconds.
   *
   * @throws ImportError for an address that robots are not to read
   */
  async require({ href, origin }: URL): Promise<number> {
    const { text, problem } = await this.#rulesFor(origin);
    if (text === undefined) throw new ImportError(problem ?? UNREADABLE);
    if (text === '') return 0;
    const answer = await convert('robotAnswer', { text, url: href });
    if (isRefusal(answer)) {
      // What could not be told of one address is not asked for the next.
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

  /** Without rules all is allowed; while they cannot be told, nothing is. */
  async #read(url: URL): Promise<SiteRules> {
    try {
      const { status, body } = await this.#fetch(url);
      if (status >= 500) return { problem: UNREADABLE };
      return { text: status === 200 ? body.toString() : '' };
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      // A site that is not there has no rules either; what is too large are the rules.
      const isTooLarge = error.cause instanceof WebError && error.cause.code === 'too-large';
      return { problem: isTooLarge ? `${UNREADABLE}: it ${error.message}` : error.message };
    }
  }
}
