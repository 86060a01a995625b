import type { Row } from '../../builder.ts';
import type { Loaders } from '../../pagination/loaders.ts';
import { organizationSource } from './organization-source.ts';

/** The owner of something that exists for members of its organization only. */
export async function organizationOf(
  loaders: Loaders,
  { organizationId }: { organizationId: string },
): Promise<Row<'Organization'>> {
  const organization = await loaders.one(organizationSource, organizationId);
  if (!organization) throw new Error('What is for members exists for a viewer who is none.');
  return organization;
}
