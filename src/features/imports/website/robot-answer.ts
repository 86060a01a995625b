import robotsParser from 'robots-parser';
import { USER_AGENT } from '../../../external/http/create-web-client.ts';

// The package exports the function itself; its types declare a default export.
const parseRules = robotsParser as unknown as typeof robotsParser.default;

/** Robot rules of a site for one of our requests. */
export interface RobotAnswer {
  isAllowed: boolean;
  /** Delay between two requests, in seconds. */
  delaySeconds: number;
}

/**
 * Evaluates the robots.txt of a site for an address. Malicious rules can take minutes, or exhaust
 * the memory.
 */
export function robotAnswer({ text, url }: { text: string; url: string }): RobotAnswer {
  const rules = parseRules(new URL('/robots.txt', url).href, text);
  return {
    isAllowed: rules.isAllowed(url, USER_AGENT) !== false,
    delaySeconds: Math.max(rules.getCrawlDelay(USER_AGENT) ?? 0, 0) || 0,
  };
}
