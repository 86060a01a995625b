import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../../../support/run-jobs.ts';
import { useOrganization, useWorld } from '../../../support/use-world.ts';

/** As a large public interface is written: by hand, with all that YAML, markdown and 3.1 have. */
const text = fs.readFileSync(
  new URL('../../../fixtures/openapi/payments.yaml', import.meta.url),
  'utf8',
);

const world = useWorld();
const organization = useOrganization(world);

interface Page {
  id: string;
  title: string;
  pages?: Page[];
}

interface Block {
  type: string;
  data: { method?: string; path?: string; name?: string; schemas?: string[] };
}

/** What a reader meets on a page, from the top. */
async function blocksOf(space: string, { id }: Page): Promise<Block[]> {
  const url = `/v1/spaces/${space}/content/page/${id}?format=document`;
  const { body } = await organization.admin.get(url);
  return body.document.nodes;
}

async function spaceWithPages(): Promise<{ space: string; root: Page }> {
  const source = { text };
  const { body: spec } = await organization.admin.put(
    `/v1/orgs/${organization.id}/openapi/payments`,
    { source },
  );
  await runJobs(world);
  const read = await organization.admin.get(`/v1/orgs/${organization.id}/openapi/payments`);
  expect(read.body).toMatchObject({ processingState: 'complete' });
  expect(read.body).not.toHaveProperty('lastProcessErrorCode');
  const { id: space } = await world.space(organization.id);
  const computed = {
    type: 'builtin:openapi',
    dependencies: { spec: { ref: { kind: 'openapi', spec: spec.id } } },
    props: { models: true },
  };
  const change = {
    operation: 'insert_page',
    type: 'computed',
    metadata: { title: 'API' },
    computed,
  };
  const url = `/v1/spaces/${space}/content`;
  expect((await organization.admin.post(url, { changes: [change] })).status).toBe(200);
  const { body } = await organization.admin.get(`${url}/pages`);
  return { space, root: body.pages[0] };
}

describe('the pages of a specification of somebody else', () => {
  it('show all operations and models, each below its heading, and how the interface is used', async () => {
    const { space, root } = await spaceWithPages();
    const info = await blocksOf(space, root);
    expect(info.map(({ type }) => type).slice(0, 5)).toEqual([
      ...['heading-2', 'paragraph', 'table', 'expandable', 'heading-3'],
    ]);
    const said = JSON.stringify(info);
    for (const part of [
      ...['https://{region}.acme.example:{port}/{version}', 'us', 'Authorization: Bearer …'],
      ...['X-Api-Key', 'mutual TLS', 'openid-configuration', 'payments:write', 'HTTP Basic'],
    ]) {
      expect(said).toContain(part);
    }
    const [payments, twoFactor, models] = root.pages ?? [];
    expect(root.pages?.map(({ title }) => title)).toEqual(['Payments', '2fa', 'Models']);
    const shown = async (page: Page | undefined) =>
      (await blocksOf(space, page as Page)).flatMap(({ type, data }) =>
        type.startsWith('openapi-')
          ? [data.path ? `${data.method} ${data.path}` : (data.schemas ?? data.name)]
          : [],
      );
    const methods = ['post', 'get', 'delete', 'patch', 'put', 'head'];
    expect(await shown(payments)).toEqual([
      ...methods.map((method) => `${method} /payments`),
      'payment.done',
    ]);
    expect(await shown(twoFactor)).toEqual(['options /payments', 'trace /payments']);
    expect(await shown(models)).toEqual([
      ...['Payment', 'Base', 'Event', 'A', 'true-ish'].map((name) => [name]),
    ]);
  });

  it('have what YAML says: keys that are merged, numbers as names, dates as text', async () => {
    const url = `/v1/orgs/${organization.id}/openapi/payments/versions/latest/content`;
    const { body } = await organization.admin.get(url);
    const [document] = Object.values(body.filesystem) as [
      { info: { version: string }; paths: Record<string, { post: { responses: object } }> },
    ];
    expect(document.info.version).toBe('2024-11-20');
    expect(Object.keys(document.paths['/payments']?.post.responses ?? {})).toEqual([
      ...['200', '400', '429', '2XX', 'default'],
    ]);
    const query = `query ($id: ID!) { organization(id: $id) { openapiSpec(specSlug: "payments") {
      latestVersion { content { filesystem } } } } }`;
    const data = await organization.admin.query(query, { id: organization.id });
    const { content } = data.organization.openapiSpec.latestVersion;
    expect(content.filesystem).toEqual(body.filesystem);
  });
});
