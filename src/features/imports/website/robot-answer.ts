import robotsParser from 'robots-parser';
import { USER_AGENT } from '../../../external/http/create-web-client.ts';

// The package is the function that its types call its default export.
const parseRules = robotsParser as unknown as typeof robotsParser.default;

/** What the rules of a site say to a request of ours. */
export interface RobotAnswer {
  isAllowed: boolean;
  /** How long to wait between two requests. */
  delaySeconds: number;
}

/**
 * What a robots.txt says of an address of its site. Rules can be written that take minutes, or more
 * memory than there is, to be read.
 */
export function robotAnswer({ text, url }: { text: string; url: string }): RobotAnswer {
  const rules = parseRules(new URL('/robots.txt', url).href, text);
  return {
    isAllowed: rules.isAllowed(url, USER_AGENT) !== false,
    delaySeconds: Math.max(rules.getCrawlDelay(USER_AGENT) ?? 0, 0) || 0,
  };
}
