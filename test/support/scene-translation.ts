import { newId } from '../../src/lib/id.ts';
import type { Scene } from './scene.ts';
import type { World } from './world.ts';

/** Creates a translation of a scene's space, and a glossary entry. */
export async function createTranslation(
  world: World,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
): Promise<Pick<Scene, 'translationId' | 'glossaryEntryId'>> {
  const [translationId, glossaryEntryId] = [newId('Translation'), newId('GlossaryEntry')];
  await world.db.prisma.translation.create({
    data: {
      ...{ id: translationId, organizationId, sourceSpaceId: spaceId },
      ...{ sourceLanguage: 'en', language: 'de' },
    },
  });
  const translations = { en: 'change request', de: 'Änderungsantrag' };
  await world.db.prisma.glossaryEntry.create({
    data: { id: glossaryEntryId, organizationId, translations },
  });
  return { translationId, glossaryEntryId };
}
