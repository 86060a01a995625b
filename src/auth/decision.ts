import type { Level } from './roles.ts';

/** The rule that decides the level of a member on a space or a collection. */
export interface Decision {
  /**
   * Level of the member; null for no access: the default level is none, or a guest has no grant.
   */
  level: Level | null;
  rule: 'organization-admin' | 'grant' | 'default-level' | 'organization-role' | 'guest';
  /** The collection above that the grant or the default level is on; null for the place itself. */
  collectionId: string | null;
  /** The team that the grant is to; null for one to the member. */
  teamId: string | null;
}
