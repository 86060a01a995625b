import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { textLinks } from '../../../src/features/links/text-links.ts';
import { indexSpaces } from '../../../src/features/spaces/index-spaces.ts';
import { writePages } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { jobContext } from '../purge/support.ts';
import { lawCount } from '../../support/law-count.ts';

// Whatever is done to content, what is kept with it is what would be made of it anew.

const world = useWorld();
const organization = useOrganization(world);
let otherId: string;

beforeAll(async () => {
  ({ id: otherId } = await world.space(organization.id));
  await writePages(world, otherId, [{ title: 'Other', markdown: '# Part\n' }]);
});

/** Something that is done to a page, in the primary content or in a change request. */
interface Act {
  operation: 'write' | 'insert' | 'delete' | 'rename' | 'rollback' | 'merge';
  proposed: boolean;
  page: number;
  links: number[];
}

const acts = fc.array(
  fc.record<Act>({
    operation: fc.constantFrom('write', 'insert', 'delete', 'rename', 'rollback', 'merge'),
    proposed: fc.boolean(),
    page: fc.nat({ max: 20 }),
    links: fc.array(fc.nat({ max: 7 }), { maxLength: 4 }),
  }),
  { minLength: 3, maxLength: 8 },
);

/** A text with links, some of which lead to another space. */
function textOf(links: readonly number[]): string {
  const other = `${baseUrl}/o/x/s/${otherId}`;
  const addresses = ['/page-0', '/page-1', '/new', 'gone', `${other}/other`, `${other}/other#part`];
  return links.map((index) => `[x](${addresses[index] ?? 'https://example.org'})\n`).join('\n');
}

async function perform(spaceId: string, proposal: string, act: Act): Promise<void> {
  const { admin } = organization;
  const space = `/v1/spaces/${spaceId}`;
  const changeRequest = `${space}/change-requests/${proposal}`;
  const content = `${act.proposed ? changeRequest : space}/content`;
  const { body } = await admin.get<{ pages: { id: string }[] }>(`${content}/pages`);
  const id = body.pages[act.page % Math.max(1, body.pages.length)]?.id ?? 'page_none';
  const document = { markdown: textOf(act.links) };
  const metadata = { title: 'New' };
  const changes = {
    write: { operation: 'update_page', page: id, document },
    insert: { operation: 'insert_page', document, metadata },
    delete: { operation: 'delete_page', page: id },
    rename: { operation: 'update_page', page: id, metadata: { slug: `slug-${world.next()}` } },
  };
  if (act.operation === 'merge') await admin.post(`${changeRequest}/merge`);
  else if (act.operation === 'rollback') {
    const first = await world.db.prisma.revision.findFirstOrThrow({
      where: { spaceId, generation: 1 },
    });
    await admin.post(`${content}/rollback`, { revision: first.id });
  } else await admin.post(content, { changes: [changes[act.operation]] });
}

/** What is kept of a space, and of the texts of all. */
async function kept(spaceId: string) {
  const { prisma } = world.db;
  const links = await prisma.spaceLink.findMany({
    where: { spaceId },
    orderBy: [{ source: 'asc' }, { targetHash: 'asc' }],
  });
  const texts = await prisma.textDerivation.findMany({ where: { name: textLinks.name } });
  return { links, texts: new Map(texts.map(({ source, value }) => [source, value])) };
}

it('is what it would be if it were made anew, after any edits', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (performed) => {
      const { id: spaceId } = await world.space(organization.id);
      const pages = [0, 1, 2].map((index) => ({
        title: `Page ${index}`,
        markdown: textOf([index, index + 3]),
      }));
      await writePages(world, spaceId, pages);
      const { id: proposal } = await world.changeRequest(spaceId);
      for (const act of performed) await perform(spaceId, proposal, act);
      const before = await kept(spaceId);
      await world.db.prisma.textDerivation.deleteMany({});
      await world.db.prisma.contentIndexState.deleteMany({ where: { spaceId } });
      await indexSpaces(jobContext(world));
      const after = await kept(spaceId);
      expect(after.links).toEqual(before.links);
      for (const [source, value] of after.texts) expect(before.texts.get(source)).toEqual(value);
    }),
    { numRuns: lawCount(8) },
  );
});
