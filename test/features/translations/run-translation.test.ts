import { describe, expect, it } from 'vitest';
import { runJobs } from '../../support/run-jobs.ts';
import { writePages } from '../../support/content.ts';
import { createTranslation, pagesOf, useTranslatedWorld } from './support.ts';

const { server, world, organization } = await useTranslatedWorld();

const pages = [
  {
    title: 'First steps',
    description: 'How to begin',
    frontMatter: '---\ndescription: How to begin\n---\n',
    markdown:
      '# Welcome\n\nUse **bold words** and `code`, see [the guide](guide.md#here).\n\n' +
      '```sh\nnpm start\n```\n\n* one item\n* another {{ space.vars.x }} item\n',
  },
  {
    title: 'Guide',
    markdown: 'Read this paragraph.\n\nAnd that one.\n',
    pages: [{ title: 'Details', markdown: 'Read this paragraph.\n' }],
  },
];

async function translated() {
  const { id: spaceId } = await world.space(organization.id, { title: 'Docs' });
  const { ids } = await writePages(world, spaceId, pages);
  const created = await createTranslation(organization.admin, organization.id, spaceId);
  await runJobs(world);
  const url = `/v1/orgs/${organization.id}/translations/${created.id}`;
  const read = async () => (await organization.admin.get(url)).body;
  const run = async () => {
    const { status } = await organization.admin.post(`${url}/run`);
    if (status !== 204) throw new Error(`The run was answered with ${status}.`);
    await runJobs(world);
    return read();
  };
  return { spaceId, ids, url, created, read, run };
}

describe('a run', () => {
  it('makes a space with the same pages in the other language', async () => {
    const { created, read, ids } = await translated();
    expect(created).toMatchObject({ object: 'translation', status: 'pending' });
    const translation = await read();
    expect(translation).toMatchObject({
      status: 'completed',
      stats: { runs: 1, totalPages: 3, latestPages: 3 },
    });
    expect(translation.problem).toBeUndefined();
    const { body: space } = await organization.admin.get(`/v1/spaces/${translation.result.space}`);
    expect(space).toMatchObject({ title: 'Docs (German)', language: 'de' });
    expect(await pagesOf(organization.admin, translation.result.space)).toEqual({
      'FIRST STEPS':
        '# WELCOME\n\nUSE **BOLD WORDS** AND `code`, SEE [THE GUIDE](guide.md#here).\n\n' +
        '```sh\nnpm start\n```\n\n* ONE ITEM\n* ANOTHER {{ space.vars.x }} ITEM\n',
      GUIDE: 'READ THIS PARAGRAPH.\n\nAND THAT ONE.\n',
      DETAILS: 'READ THIS PARAGRAPH.\n',
    });
    const page = `/v1/spaces/${translation.result.space}/content/page/${ids['First steps']}`;
    expect((await organization.admin.get(page)).body).toMatchObject({
      ...{ id: ids['First steps'], slug: 'first-steps', description: 'HOW TO BEGIN' },
    });
    expect(server.texts.filter((text) => text === 'Read this paragraph.')).toHaveLength(1);
  });

  it('leaves links to headings where they led, whatever the headings say now', async () => {
    const { id: spaceId } = await world.space(organization.id);
    await writePages(world, spaceId, [
      {
        title: 'Guide',
        markdown:
          '# First steps\n\n[On](#next-steps), [again](#next-steps-1), [own](#mine)\n\n' +
          '## Next steps\n\nA.\n\n## Next steps\n\nB.\n\n### Named {#mine}\n\n## `code`\n',
      },
      { title: 'Other', markdown: 'See [it](guide.md#next-steps).\n' },
    ]);
    server.translate = (text) => text.replace('steps', 'Schritte').replace('Named', 'Benannt');
    const { id } = await createTranslation(organization.admin, organization.id, spaceId);
    await runJobs(world);
    const { body } = await organization.admin.get(`/v1/orgs/${organization.id}/translations/${id}`);
    const { Guide } = await pagesOf(organization.admin, body.result.space);
    expect(Guide?.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# First Schritte <a href="#first-steps" id="first-steps"></a>',
      '## Next Schritte <a href="#next-steps" id="next-steps"></a>',
      '## Next Schritte <a href="#next-steps-1" id="next-steps-1"></a>',
      '### Benannt {#mine}',
      '## `code`',
    ]);
    const linksOf = async (space: string) =>
      (await organization.admin.get(`/v1/spaces/${space}/links`)).body.stats;
    const stats = await linksOf(body.result.space);
    expect(stats).toEqual(await linksOf(spaceId));
    expect(stats.broken.total).toBe(0);
  });

  it('counts one page and one word as one', async () => {
    const { id: spaceId } = await world.space(organization.id);
    const { ids } = await writePages(world, spaceId, [{ title: 'Page', markdown: 'Read.\n' }]);
    const { id } = await createTranslation(organization.admin, organization.id, spaceId);
    const messageOf = async () => {
      await runJobs(world);
      const jobs = { where: { subjectId: id }, orderBy: { createdAt: 'desc' } } as const;
      return (await world.db.prisma.job.findFirstOrThrow(jobs)).message;
    };
    expect(await messageOf()).toBe('Translated 1 page: 2 of 2 words are new.');
    const document = { markdown: 'Write.\n' };
    const changes = [{ operation: 'update_page', page: ids.Page, document }];
    await organization.admin.post(`/v1/spaces/${spaceId}/content`, { changes });
    await organization.admin.post(`/v1/orgs/${organization.id}/translations/${id}/run`);
    expect(await messageOf()).toBe('Translated 1 page: 1 of 3 words are new.');
  });

  it('sends only what changed since the last one', async () => {
    const { spaceId, ids, run, read } = await translated();
    const before = await read();
    server.texts.length = 0;
    const url = `/v1/spaces/${spaceId}/content`;
    const markdown = 'Read this paragraph.\n\nAnd another one.\n';
    await organization.admin.post(url, {
      changes: [{ operation: 'update_page', page: ids.Guide, document: { markdown } }],
    });
    const after = await run();
    expect(server.texts).toEqual(['And another one.']);
    expect(after.stats).toMatchObject({
      ...{ runs: 2, latestPages: 1, latestWords: 3, totalPages: 3 },
      totalWords: before.stats.totalWords + 3,
    });
    expect((await pagesOf(organization.admin, after.result.space)).GUIDE).toBe(
      'READ THIS PARAGRAPH.\n\nAND ANOTHER ONE.\n',
    );
    server.texts.length = 0;
    expect((await run()).stats).toMatchObject({ runs: 3, latestPages: 0, latestWords: 0 });
    expect(server.texts).toEqual([]);
  });

  it('merges what people edited in the result, whose values stand', async () => {
    const { spaceId, ids, run, read, url } = await translated();
    const { result } = await read();
    const edit = (space: string, page: string | undefined, change: object) =>
      organization.admin.post(`/v1/spaces/${space}/content`, {
        changes: [{ operation: 'update_page', page, ...change }],
      });
    await edit(result.space, ids.Guide, { document: { markdown: 'Lies das.\n\nAND THAT ONE.\n' } });
    await edit(result.space, ids.Details, { metadata: { title: 'Einzelnes' } });
    await run();
    await edit(spaceId, ids.Guide, {
      document: { markdown: 'Read this paragraph.\n\nAnd that one.\n\nA third.\n' },
    });
    await edit(spaceId, ids.Details, { metadata: { title: 'More' } });
    const { body: before } = await organization.admin.get(`/v1/spaces/${result.space}`);
    const after = await run();
    expect(after.result.revision).not.toBe(before.revision);
    const pagesNow = await pagesOf(organization.admin, result.space);
    expect(pagesNow).toMatchObject({
      GUIDE: 'Lies das.\n\nAND THAT ONE.\n\nA THIRD.\n',
      Einzelnes: 'READ THIS PARAGRAPH.\n',
    });
    const { node } = await organization.admin.query(
      `query ($id: ID!) { node(id: $id) { ... on Translation { latestRun {
        results(first: 9) { nodes { path outcome message } } } } } }`,
      { id: url.split('/').at(-1) },
    );
    expect(node.latestRun.results.nodes).toContainEqual(
      expect.objectContaining({ path: 'guide/details', outcome: 'kept' }),
    );
  });

  it('follows pages that moved or were deleted', async () => {
    const { spaceId, ids, run } = await translated();
    server.texts.length = 0;
    await organization.admin.post(`/v1/spaces/${spaceId}/content`, {
      changes: [
        { operation: 'move_page', page: ids.Details, into: null },
        { operation: 'delete_page', page: ids['First steps'] },
      ],
    });
    const { result } = await run();
    const { body } = await organization.admin.get(`/v1/spaces/${result.space}/content/pages`);
    expect(body.pages.map(({ title }: { title: string }) => title)).toEqual(['GUIDE', 'DETAILS']);
    expect(server.texts).toEqual([]);
  });

  it('is refused while another is under way', async () => {
    const { url } = await translated();
    expect((await organization.admin.post(`${url}/run`)).status).toBe(204);
    expect((await organization.admin.post(`${url}/run`)).status).toBe(409);
    await runJobs(world);
  });
});
