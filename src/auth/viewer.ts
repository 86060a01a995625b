import type { Role } from './roles.ts';

/** What a viewer is in one organization. A disabled member has no membership here. */
export interface Membership {
  /** Null for a guest. */
  role: Role | null;
  ownsTeam: boolean;
}

/** What a token is bound to that a login by single sign-on made. */
export interface Session {
  samlProviderId: string;
  /** When the login ends. */
  expiresAt: Date;
}

/** Who makes a request. */
export interface Viewer {
  id: string;
  /** The API token that was used; it can revoke itself. Null for a command. */
  tokenId: string | null;
  /** Absent for a token that no login by single sign-on made. */
  session?: Session;
  /** By organization id. */
  memberships: ReadonlyMap<string, Membership>;
}
