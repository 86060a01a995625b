import { expect } from 'vitest';
import { begin, deliver, problemOn, type Begun, type TestProvider } from './saml-login.ts';
import type { World } from './world.ts';

/** A response that must be refused, and the expected problem. */
export type RefusedResponse = [
  response: (begun: Begun, provider: TestProvider) => string | Buffer,
  problem: RegExp,
];

/** Sends a response to a new login, and returns the result. */
export async function answerTo(
  world: World,
  provider: TestProvider,
  response: RefusedResponse[0],
): Promise<object> {
  const begun = await begin(world, provider);
  const page = await deliver(world, provider, response(begun, provider));
  const { statusCode: status, headers } = page;
  const stored = await world.db.prisma.samlLogin.count({ where: { id: begun.request.id } });
  return { status, problem: problemOn(page), cookie: headers['set-cookie'], stored };
}

/**
 * Returns the expected `answerTo` for a refusal: the page shows the problem, and nothing is stored.
 */
export function refusedFor(problem: RegExp): object {
  return { status: 403, problem: expect.stringMatching(problem), cookie: undefined, stored: 0 };
}
