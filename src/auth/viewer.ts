import type { Role } from './roles.ts';

/** What a viewer is in one organization. A disabled member has no membership here. */
export interface Membership {
  /** Null for a guest. */
  role: Role | null;
  ownsTeam: boolean;
}

/** Who makes a request. */
export interface Viewer {
  id: string;
  /** The API token that was used; it can revoke itself. Null for a command. */
  tokenId: string | null;
  /** By organization id. */
  memberships: ReadonlyMap<string, Membership>;
}
