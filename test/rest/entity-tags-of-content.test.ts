import { beforeEach, describe, expect, it } from 'vitest';
import { compileRoutes } from '../../src/rest/compile-routes.ts';
import { schema } from '../../src/schema.ts';
import { writeFiles, writePages, writeReusableContents } from '../support/content.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

/** Reads of content and its parts, of what has content, and of what is derived of it. */
const reads = compileRoutes(schema)
  .filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/spaces/{spaceId}'))
  .map(({ path }) => path)
  .filter((path) => /\/content\b|\/revisions\/|\/\{(spaceId|changeRequestId)\}$/.test(path));

const changes = [{ operation: 'insert_page', metadata: { title: 'Written' } }];

let ids: Record<string, string>;

beforeEach(async () => {
  const { id: spaceId } = await world.space(organization.id);
  const pages = await writePages(world, spaceId, [{ title: 'Page', markdown: 'Text.\n' }]);
  const files = await writeFiles(world, spaceId, [{ name: 'a.txt', text: 'a' }]);
  const contents = [{ title: 'Shared', markdown: 'Shared.\n' }];
  const { Shared: shared } = await writeReusableContents(world, spaceId, contents);
  const { admin } = organization;
  const { body } = await admin.post(`/v1/spaces/${spaceId}/change-requests`, { subject: 'Any' });
  ids = {
    ...{ spaceId, pageId: pages.ids['Page'] ?? '', pagePath: 'page' },
    ...{ fileId: files['a.txt'] ?? '', reusableContentId: shared ?? '' },
    changeRequestId: String(body.number),
  };
});

const revisionOf = async (base: string) =>
  (await organization.admin.get<{ revision: string }>(base)).body.revision;

/** Reads an address of a template, and what its tag is. */
async function tagOf(template: string): Promise<string> {
  const url = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
  const { status, body, headers } = await organization.admin.get(url);
  expect(status, `${url} ${JSON.stringify(body)}`).toBe(200);
  return String(headers['etag']);
}

describe('the tag of a read', () => {
  it('is there for every resource of content', () => {
    expect(reads.length).toBeGreaterThan(35);
  });

  it.each(reads)('of %s is taken as long as the content is at its revision', async (template) => {
    const { admin } = organization;
    const space = `/v1/spaces/${ids['spaceId']}`;
    const isOfChangeRequest = template.includes('{changeRequestId}');
    const base = isOfChangeRequest ? `${space}/change-requests/${ids['changeRequestId']}` : space;
    ids['revisionId'] = await revisionOf(base);
    const headers = { 'if-match': await tagOf(template) };
    const answers = [];
    for (const _ of [1, 2]) answers.push(await admin.post(`${base}/content`, { changes }, headers));
    expect(answers.map(({ status }) => status)).toEqual([200, 412]);
  });

  it('of a change request is taken by a review of it', async () => {
    const reviewer = await world.member(organization.id, 'admin');
    const template = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';
    const tag = await tagOf(template);
    const url = `/v1/spaces/${ids['spaceId']}/change-requests/${ids['changeRequestId']}`;
    const review = (header: string) =>
      reviewer.post(`${url}/reviews`, { status: 'approved' }, { 'if-match': header });
    expect((await review(tag)).status).toBeLessThan(300);
    await organization.admin.post(`${url}/content`, { changes });
    expect((await review(tag)).status).toBe(412);
  });

  it('is still right for one who has the answer', async () => {
    const url = `/v1/spaces/${ids['spaceId']}/content/page/${ids['pageId']}`;
    const headers = { 'if-none-match': await tagOf(url) };
    expect((await organization.admin.get(url, headers)).status).toBe(304);
  });
});
