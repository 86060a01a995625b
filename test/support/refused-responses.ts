import { expect, it } from 'vitest';
import { begin, deliver, problemOn, type Begun, type TestProvider } from './saml-login.ts';
import type { World } from './world.ts';

/** A response that must not be believed, and what is said of it. */
export type RefusedResponse = [
  response: (begun: Begun, provider: TestProvider) => string | Buffer,
  problem: RegExp,
];

/** Declares a test for each: the browser is told why, and nothing is left of it. */
export function refusesAll(
  world: World,
  provider: TestProvider,
  responses: Readonly<Record<string, RefusedResponse>>,
): void {
  it.each(Object.entries(responses))('is refused: %s', async (_name, [response, problem]) => {
    const begun = await begin(world, provider);
    const page = await deliver(world, provider, response(begun, provider));
    expect([page.statusCode, problemOn(page)]).toEqual([403, expect.stringMatching(problem)]);
    expect(page.headers['set-cookie']).toBeUndefined();
    const where = { id: begun.request.id };
    expect(await world.db.prisma.samlLogin.count({ where })).toBe(0);
  });
}
