import type { Role } from './roles.ts';

/** Membership of a viewer in one organization. A disabled member has no membership here. */
export interface Membership {
  /** Role; null for a guest. */
  role: Role | null;
  ownsTeam: boolean;
}

/** Binding of a token that a single sign-on login created. */
export interface Session {
  samlProviderId: string;
  /** End of the login. */
  expiresAt: Date;
}

/** The user who makes a request. */
export interface Viewer {
  id: string;
  /** The API token that was used; it can revoke itself. Null for a command. */
  tokenId: string | null;
  /** Absent for a token that no login by single sign-on made. */
  session?: Session;
  /** Memberships by organization id. */
  memberships: ReadonlyMap<string, Membership>;
}
