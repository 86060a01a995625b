import { afterAll, beforeAll } from 'vitest';
import type { Cast } from './cast.ts';
import type { Client } from './client.ts';
import { World } from './world.ts';

/** A world for the tests of a file: there before the first of them, gone after the last. */
export function useWorld(options?: Parameters<typeof World.create>[0]): World {
  const world = new World();
  beforeAll(() => world.start(options));
  afterAll(() => world.destroy());
  return world;
}

/** An organization in such a world, with its admin; filled in before the first test. */
export function useOrganization(world: World): { id: string; admin: Client } {
  const organization = {} as { id: string; admin: Client };
  beforeAll(async () => {
    Object.assign(organization, await world.organization());
  });
  return organization;
}

/** One user of each kind in such an organization; filled in before the first test. */
export function useCast(world: World, organization: { id: string }): Cast {
  const cast = {} as Cast;
  beforeAll(async () => {
    Object.assign(cast, await world.cast(organization.id));
  });
  return cast;
}
