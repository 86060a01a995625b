import { newId } from '../../src/lib/id.ts';
import { certificate } from './certificate.ts';
import type { World } from './world.ts';

/** Creates an identity provider in the database. Returns its id. */
export async function createSamlProvider(world: World, organizationId: string): Promise<string> {
  const { id } = await world.db.prisma.samlProvider.create({
    data: {
      id: newId('SAMLProvider'),
      organizationId,
      label: 'Company login',
      entityId: 'https://login.example.com',
      ssoUrl: 'https://login.example.com/sso',
      certificate,
    },
  });
  return id;
}
