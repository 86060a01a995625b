import { describe, expect, it } from 'vitest';
import { runTransaction } from '../../src/database/run-transaction.ts';
import { createSite, refusal } from '../features/sites/support.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

const used = (field: string, value: string, resource: string) => ({
  status: 409,
  message: `The ${field} "${value}" is already used by another ${resource}. Choose a different one.`,
});

describe('a value that only one resource can have', () => {
  it('is refused by its field, itself and the resource', async () => {
    const { admin, id } = organization;
    const other = await world.organization();
    const hostname = `unique-${id.slice(-8).toLowerCase()}`;
    await other.admin.patch(`/v1/orgs/${other.id}`, { hostname });
    const orgAnswer = await admin.patch(`/v1/orgs/${id}`, { hostname });
    expect(refusal(orgAnswer)).toEqual(used('hostname', hostname, 'organization'));

    const [site, second] = [
      await createSite(world, { organization }),
      await createSite(world, { organization }),
    ];
    await admin.patch(site.url, { basename: 'guides' });
    const basename = refusal(await admin.patch(second.url, { basename: 'guides' }));
    expect(basename).toEqual(used('basename', 'guides', 'site of this organization'));

    await site.addSection({ title: 'Guides' });
    const section = await site.addSection({ title: 'Other' });
    const path = `${site.url}/sections/${section.id}`;
    const taken = refusal(await admin.patch(path, { path: 'guides' }));
    expect(taken).toEqual(used('path', 'guides', 'section of this site'));

    const spec = { slug: 'pets', source: { text: '{"openapi":"3.1.0"}' } };
    await admin.post(`/v1/orgs/${id}/openapi`, spec);
    const slug = refusal(await admin.post(`/v1/orgs/${id}/openapi`, spec));
    expect(slug).toEqual(used('slug', 'pets', 'OpenAPI specification of this organization'));
  });

  it('is refused so to one of many at once, too', async () => {
    const site = await createSite(world, { organization });
    const sections = await Promise.all([1, 2, 3, 4].map(() => site.addSection()));
    const answers = await Promise.all(
      sections.map(({ id }) => site.admin.patch(`${site.url}/sections/${id}`, { path: 'one' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(refusal(answer)).toEqual(used('path', 'one', 'section of this site'));
    }
  });

  it('names field and resource also where nothing but the index finds it', async () => {
    const site = await createSite(world, { organization });
    const { id } = await site.addSection({ title: 'One' });
    const other = await site.addSection({ title: 'Two' });
    const write = runTransaction(world.db, async (transaction) => {
      const { path } = await transaction.siteSection.findUniqueOrThrow({ where: { id } });
      await transaction.$executeRaw`UPDATE site_sections SET path = ${path} WHERE id = ${other.id}`;
    });
    await expect(write).rejects.toThrow(
      'The value of "path" is already used by another section of this site. Choose a different one.',
    );
  });
});
