import robotsParser from 'robots-parser';
import type { WebResponse } from '../../../external/http/web-client.ts';
import { USER_AGENT } from '../../../external/http/create-web-client.ts';
import { importLimits } from '../import-limits.ts';
import { ImportError } from '../imported-content.ts';

// The package is the function that its types call its default export.
const parseRules = robotsParser as unknown as typeof robotsParser.default;

/** Undefined rules allow nothing, for the reason that is given. */
interface SiteRules {
  rules?: Pick<ReturnType<typeof parseRules>, 'isAllowed' | 'getCrawlDelay'>;
  problem?: string;
}

const UNREADABLE = 'not fetched: robots.txt of the site cannot be read';

/** What sites ask of robots (RFC 9309), read once for each. */
export class RobotRules {
  readonly #fetch: (url: URL) => Promise<WebResponse>;
  readonly #byOrigin = new Map<string, Promise<SiteRules>>();

  /** @param fetch throws where there is no answer */
  constructor(fetch: (url: URL) => Promise<WebResponse>) {
    this.#fetch = fetch;
  }

  /** @throws ImportError for an address that robots are not to read */
  async require(url: URL): Promise<void> {
    const { rules, problem } = await this.#rulesFor(url);
    if (!rules) throw new ImportError(problem ?? UNREADABLE);
    if (rules.isAllowed(url.href, USER_AGENT) === false) {
      throw new ImportError('not for robots, says robots.txt');
    }
  }

  /** How long to wait between two requests, in milliseconds. */
  async delayMs(url: URL): Promise<number> {
    const { rules } = await this.#rulesFor(url);
    const seconds = rules?.getCrawlDelay(USER_AGENT) ?? 0;
    return Math.min(Math.max(seconds * 1000, 0) || 0, importLimits.crawlDelayMs);
  }

  #rulesFor({ origin }: URL): Promise<SiteRules> {
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
      return { rules: parseRules(url.href, status === 200 ? body.toString() : '') };
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      return { problem: error.message };
    }
  }
}
