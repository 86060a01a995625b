import type { Decision } from '../../auth/decision.ts';

/** Values of the enum `AccessSource`. */
export const accessSources = {
  ORGANIZATION_ROLE: { description: 'The role in the organization; `admin` goes before all else.' },
  GRANT: { description: 'What was granted to the member there.' },
  TEAM_GRANT: { description: 'What was granted there to a team of the member.' },
  COLLECTION_GRANT: { description: 'What was granted to the member on a collection above.' },
  COLLECTION_TEAM_GRANT: {
    description: 'What was granted on a collection above to a team of the member.',
  },
  DEFAULT_LEVEL: { description: 'The default level there, for members who were granted none.' },
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
