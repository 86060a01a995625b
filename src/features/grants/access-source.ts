import type { Decision } from '../../auth/decision.ts';

/** Values of the enum `AccessSource`. */
export const accessSources = {
  ORGANIZATION_ROLE: {
    description: 'The role in the organization; `admin` overrides everything else.',
  },
  GRANT: { description: 'A grant to the member on the resource.' },
  TEAM_GRANT: { description: 'A grant on the resource to a team of the member.' },
  COLLECTION_GRANT: { description: 'A grant to the member on a collection above.' },
  COLLECTION_TEAM_GRANT: {
    description: 'A grant to a team of the member on a collection above.',
  },
  DEFAULT_LEVEL: { description: 'The default level of the resource, for members without a grant.' },
  COLLECTION_DEFAULT: { description: 'The default level of a collection above.' },
} as const;

/** Returns the source of a decision's level. @throws for a guest without a level */
export function accessSourceOf({
  rule,
  collectionId,
  teamId,
}: Decision): keyof typeof accessSources {
  const inherited = collectionId !== null;
  switch (rule) {
    case 'organization-admin':
    case 'organization-role':
      return 'ORGANIZATION_ROLE';
    case 'grant':
      if (teamId === null) return inherited ? 'COLLECTION_GRANT' : 'GRANT';
      return inherited ? 'COLLECTION_TEAM_GRANT' : 'TEAM_GRANT';
    case 'default-level':
      return inherited ? 'COLLECTION_DEFAULT' : 'DEFAULT_LEVEL';
    case 'guest':
      throw new Error('A guest whom nothing was granted has no level.');
  }
}
