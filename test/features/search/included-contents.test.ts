import { beforeEach, describe, expect, it } from 'vitest';
import { writePages } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { searchSpace, titlesFound } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let spaceId: string;
let ids: Record<string, string>;

/** What the reusable contents of a space are changed by. */
async function change(...changes: object[]): Promise<void> {
  const { admin } = organization;
  const { status, body } = await admin.post(`/v1/spaces/${spaceId}/content`, { changes });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function contentWith(title: string, markdown: string): Promise<string> {
  await change({ operation: 'insert_reusable_content', title, document: { markdown } });
  const { admin } = organization;
  const { body } = await admin.get<{ reusableContents: { id: string; title: string }[] }>(
    `/v1/spaces/${spaceId}/content`,
  );
  return body.reusableContents.find((content) => content.title === title)?.id ?? '';
}

const include = (id: string) => `{% include "${id}" %}\n`;

const write = (page: string, markdown: string) =>
  change({ operation: 'update_page', page: ids[page], document: { markdown } });

const found = (query: string) => titlesFound(organization.admin, spaceId, query);

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organization.id));
  ({ ids } = await writePages(world, spaceId, [
    { title: 'Beacon', markdown: 'Light a lamp.\n' },
    { title: 'Lantern', markdown: 'Light a candle.\n' },
  ]));
});

describe('a page that includes content', () => {
  it('is found by the words of both, and shows where they stand', async () => {
    const licence = await contentWith('Licence', '## Warranty\n\nThere is no guarantee.\n');
    await write('Beacon', `Light a lamp.\n\n${include(licence)}`);
    expect(await found('guarantee')).toEqual(['Beacon']);
    expect(await found('beacon lamp guarantee')).toEqual(['Beacon']);
    const { items } = await searchSpace(organization.admin, spaceId, 'guarantee');
    expect(items[0]?.sections).toMatchObject([
      { title: 'Warranty', path: 'beacon#warranty', body: 'There is no <mark>guarantee</mark>.' },
    ]);
  });

  it('is found by what the content says now, and no more by what it said', async () => {
    const licence = await contentWith('Licence', 'No guarantee.\n');
    await write('Beacon', include(licence));
    const document = { markdown: 'All is insured.\n' };
    await change({ operation: 'update_reusable_content', reusableContent: licence, document });
    expect(await found('insured')).toEqual(['Beacon']);
    expect(await found('guarantee')).toEqual([]);
    await change({ operation: 'delete_reusable_content', reusableContent: licence });
    expect(await found('insured')).toEqual([]);
    expect(await found('beacon')).toEqual(['Beacon']);
  });

  it('is found by content within the content, also when that includes itself', async () => {
    const inner = await contentWith('Inner', 'Kept in amber.\n');
    const outer = await contentWith('Outer', include(inner));
    await write('Beacon', include(outer));
    const markdown = `Kept in amber.\n\n${include(outer)}`;
    const document = { markdown };
    await change({ operation: 'update_reusable_content', reusableContent: inner, document });
    expect(await found('amber')).toEqual(['Beacon']);
  });

  it('is found by it after a merge that changed only the content', async () => {
    const licence = await contentWith('Licence', 'No guarantee.\n');
    await write('Lantern', include(licence));
    const { id } = await world.changeRequest(spaceId);
    const path = `/v1/spaces/${spaceId}/change-requests/${id}`;
    const document = { markdown: 'All is insured.\n' };
    const { admin } = organization;
    await admin.post(`${path}/content`, {
      changes: [{ operation: 'update_reusable_content', reusableContent: licence, document }],
    });
    expect(await found('insured')).toEqual([]);
    expect((await admin.post(`${path}/merge`)).status).toBe(200);
    expect(await found('insured')).toEqual(['Lantern']);
  });

  it('is found no more by content that it includes no longer', async () => {
    const licence = await contentWith('Licence', 'No guarantee.\n');
    await write('Beacon', include(licence));
    await write('Beacon', 'Light a lamp.\n');
    expect(await found('guarantee')).toEqual([]);
  });
});

it('finds no content that no page includes', async () => {
  await contentWith('Licence', 'No guarantee.\n');
  expect(await found('guarantee')).toEqual([]);
});
