import type { ErrorCode } from '../../src/errors.ts';
import type { Client } from './client.ts';
import type { RouteRequest } from './route-requests.ts';
import type { Scene } from './scene.ts';
import type { World } from './world.ts';

/** An attempt of the admin of a scene that must fail. What it leaves out is as in a valid one. */
export interface FailureTrial {
  /** What is wrong. */
  when: string;
  /** Brings the scene into the state. */
  prepare?: (world: World, scene: Scene, admin: Client) => Promise<unknown>;
  path?: (scene: Scene) => RouteRequest['path'];
  query?: Record<string, string>;
  body?: (scene: Scene) => object;
  /** The code in the graph, where it is not that of the failure: something is wrong before. */
  code?: ErrorCode;
  /** What the answer says, on both surfaces. */
  message: string;
  /** What it says in the graph, where the field has another name there. */
  graphMessage?: string;
}

export const UNKNOWN_ID = 'unknown_id';

/** A path with an id, or another key, that nothing has. */
export const missing = (noun: string, parameter: string, key = 'id'): FailureTrial => ({
  when: `there is no such ${noun}`,
  path: () => ({ [parameter]: UNKNOWN_ID }),
  message: `No ${noun} with the ${key} "${UNKNOWN_ID}" was found: check the ${key}, and that you have access.`,
});

export const unknownParameter: FailureTrial = {
  when: 'a query parameter is unknown',
  query: { visitor: 'x' },
  message: 'The query parameter "visitor" is not known here.',
};

/** The sides of a place, as far as they are given. */
type Sides = Partial<Record<'before' | 'after', object | undefined>>;

/** A place for something to move to that does not exist. */
export const badPlace = (
  when: string,
  position: (scene: Scene) => Sides,
  message: string,
): FailureTrial => ({ when, body: (scene) => ({ position: position(scene) }), message });

export const noPlace = badPlace(
  'no place is given',
  () => ({}),
  '"position" needs "before" or "after".',
);
