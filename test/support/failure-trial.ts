import type { ErrorCode } from '../../src/errors.ts';
import type { Client } from './client.ts';
import type { RouteRequest } from './route-requests.ts';
import type { Scene } from './scene.ts';
import type { World } from './world.ts';

/** A failing attempt by the admin of a scene. Absent members are those of a valid attempt. */
export interface FailureTrial {
  /** Description of the problem. */
  when: string;
  /** Changes the scene to the required state. */
  prepare?: (world: World, scene: Scene, admin: Client) => Promise<unknown>;
  path?: (scene: Scene) => RouteRequest['path'];
  query?: Record<string, string>;
  body?: (scene: Scene) => object;
  /** The GraphQL code, if it is not that of the failure: validation may fail earlier. */
  code?: ErrorCode;
  /** Expected message on both surfaces. */
  message: string;
  /** Expected message in GraphQL, if the field has another name there. */
  graphMessage?: string;
}

export const UNKNOWN_ID = 'unknown_id';

/** Returns the trial of a path with an unknown id or other key. */
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

/** The sides of a position. */
type Sides = Partial<Record<'before' | 'after', object | undefined>>;

/** Returns the trial of moving to an invalid position. */
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
