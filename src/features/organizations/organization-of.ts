import type { Row } from '../../builder.ts';
import { pointing } from '../../pagination/declared-fields.ts';
import type { Loaders } from '../../pagination/loaders.ts';
import { organizationSource } from './organization-source.ts';

/**
 * The options by which a field serves the owner of something that exists for members of its
 * organization only: spread them into `t.field`.
 */
export const ownerField = {
  ...pointing(organizationSource, 'organizationId'),
  resolve: async (
    { organizationId }: { organizationId: string },
    _args: object,
    { loaders }: { loaders: Loaders },
  ): Promise<Row<'Organization'>> => {
    const organization = await loaders.one(organizationSource, organizationId);
    if (!organization) throw new Error('What is for members exists for a viewer who is none.');
    return organization;
  },
};
