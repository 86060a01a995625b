import { afterAll, beforeAll } from 'vitest';
import type { Cast } from './cast.ts';
import type { Client } from './client.ts';
import { World } from './world.ts';

/**
 * Returns a world for the tests of a file. It starts before the first test, and is destroyed after
 * the last one.
 */
export function useWorld(options?: Parameters<typeof World.create>[0]): World {
  const world = new World();
  beforeAll(() => world.start(options));
  afterAll(() => world.destroy());
  return world;
}

/** Returns an organization in such a world with its admin, set before the first test. */
export function useOrganization(world: World): { id: string; admin: Client } {
  const organization = {} as { id: string; admin: Client };
  beforeAll(async () => {
    Object.assign(organization, await world.organization());
  });
  return organization;
}

/** Returns a user of each kind in such an organization, set before the first test. */
export function useCast(world: World, organization: { id: string }): Cast {
  const cast = {} as Cast;
  beforeAll(async () => {
    Object.assign(cast, await world.cast(organization.id));
  });
  return cast;
}
