import { describe, expect, it } from 'vitest';
import { WebError } from '../../../src/external/http/web-error.ts';
import { robotAnswer } from '../../../src/features/imports/website/robot-answer.ts';
import { RobotRules } from '../../../src/features/imports/website/robot-rules.ts';
import { ImportError } from '../../../src/features/imports/imported-content.ts';

const url = 'https://example.com/a';

/** The rules of a site whose robots.txt is that, or cannot be had for that reason. */
function rulesOf(text: string | ImportError, status = 200): RobotRules {
  return new RobotRules((address) => {
    if (typeof text !== 'string') return Promise.reject(text);
    const body = Buffer.from(text);
    return Promise.resolve({ url: address, status, headers: new Headers(), body });
  });
}

describe('the rules of a site', () => {
  it('say what is read, and how long to wait between two requests', async () => {
    const rules = rulesOf('User-agent: docgraph\nCrawl-delay: 2\nDisallow: /private');
    expect(await rules.require(new URL(url))).toBe(2000);
    await expect(rules.require(new URL('https://example.com/private'))).rejects.toThrow(
      'not for robots, says robots.txt',
    );
  });

  it('can ask for a wait of five seconds at most, and for none that is no number', async () => {
    expect(await rulesOf('User-agent: *\nCrawl-delay: 1e9').require(new URL(url))).toBe(5000);
    for (const delay of ['-1', 'soon', '']) {
      const text = `User-agent: *\nCrawl-delay: ${delay}`;
      expect(robotAnswer({ text, url })).toEqual({ isAllowed: true, delaySeconds: 0 });
    }
  });

  it('allow nothing while they cannot be had, and say that it is them', async () => {
    await expect(rulesOf('', 503).require(new URL(url))).rejects.toThrow(
      'not fetched: robots.txt of the site cannot be read',
    );
    const cause = new WebError('too-large', 'is larger');
    const tooLarge = new ImportError('is too large', { cause });
    await expect(rulesOf(tooLarge).require(new URL(url))).rejects.toThrow(
      'not fetched: robots.txt of the site cannot be read: it is too large',
    );
    expect(await rulesOf('', 404).require(new URL(url))).toBe(0);
  });

  it('do not hold up the process, whatever they are', async () => {
    const path = 'a'.repeat(2000);
    const rules = rulesOf(`User-agent: *\n${`Disallow: /*${path}b\n`.repeat(20)}`);
    let isDone = false;
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    turn();
    expect(await rules.require(new URL(`https://example.com/${path}`))).toBe(0);
    isDone = true;
    expect(turns).toBeGreaterThan(1000);
  });
});
