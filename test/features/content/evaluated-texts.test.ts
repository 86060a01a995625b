import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages, writeReusableContents } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let editor: Client;
let reader: Client;
let spaceId: string;
let changeRequestId: string;
let pages: Record<string, string>;
let contents: Record<string, string>;

const git = (path: string) => ({ oid: 'a'.repeat(40), path });

const guide = [
  'Untouched   *text*.',
  'Version {{ page.vars.version }} of <code class="expression">space.vars.product</code>.',
  '{% include "../.gitbook/includes/warning.md" %}',
  '{% if visitor.claims.plan == "pro" %}\nFor you: {{ visitor.claims.name }}.\n{% endif %}',
  'Broken: {{ page.vars.nothing }}.\n',
].join('\n\n');

beforeAll(async () => {
  const { id: organizationId } = await world.organization();
  editor = await world.member(organizationId, 'edit');
  ({ id: spaceId } = await world.space(organizationId));
  reader = await world.member(organizationId, null);
  await world.grant(spaceId, reader.userId, 'read');
  contents = await writeReusableContents(world, spaceId, [
    {
      title: 'Warning',
      markdown: 'Mind {{ page.vars.version }}.\n\n{% include "./footer.md" %}\n',
      git: git('docs/.gitbook/includes/warning.md'),
    },
    { title: 'Footer', markdown: 'The end.\n', git: git('docs/.gitbook/includes/footer.md') },
  ]);
  ({ ids: pages } = await writePages(world, spaceId, [
    {
      title: 'Guide',
      markdown: guide,
      variables: { version: '4.2' },
      git: git('docs/guides/guide.md'),
    },
    { title: 'Plain', markdown: 'Only  __text__ with {{ .Values.name }}.\n' },
  ]));
  const changes = [{ operation: 'set_variables', variables: { product: 'Docgraph' } }];
  expect((await editor.post(`/v1/spaces/${spaceId}/content`, { changes })).status).toBe(200);
  ({ id: changeRequestId } = await world.changeRequest(spaceId));
});

const content = () => `/v1/spaces/${spaceId}/content`;

async function read(path: string) {
  const { status, body } = await reader.get(path);
  expect(status).toBe(200);
  return body;
}

const evaluated = [
  'Untouched   *text*.',
  'Version 4.2 of Docgraph.',
  'Mind 4.2.',
  'The end.',
  'Broken: {{ page.vars.nothing }}.\n',
].join('\n\n');

describe('a page that is evaluated', () => {
  it('shows values and included content in its markdown, and all else byte for byte', async () => {
    const { markdown } = await read(`${content()}/page/${pages['Guide']}?evaluated=true`);
    expect(markdown).toBe(evaluated);
    expect((await read(`${content()}/page/${pages['Guide']}`)).markdown).toBe(guide);
    const plain = await read(`${content()}/page/${pages['Plain']}?evaluated=true`);
    expect(plain.markdown).toBe('Only  __text__ with {{ .Values.name }}.\n');
  });

  it('is the same by its path, in a change request and in a revision', async () => {
    const { id: revisionId } = await read(content());
    const inRequest = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content`;
    const inRevision = `/v1/spaces/${spaceId}/revisions/${revisionId}`;
    for (const path of [content(), inRequest, inRevision]) {
      const byPath = await read(`${path}/path/guide?evaluated=true`);
      expect(byPath.markdown).toBe(evaluated);
      const { document } = await read(
        `${path}/page/${pages['Guide']}?format=document&evaluated=true`,
      );
      expect(document).toEqual((await evaluatedDocument()).document);
    }
    const { object, nodes } = await read(
      `${inRevision}/page/${pages['Guide']}/document?evaluated=true`,
    );
    expect({ object, nodes }).toMatchObject({
      object: 'document',
      nodes: (await evaluatedDocument()).document.nodes,
    });
  });

  it('as a tree has texts in the place of expressions, and no conditions', async () => {
    const { document } = await evaluatedDocument();
    const json = JSON.stringify(document);
    expect(json).toContain('"4.2"');
    expect(json).toContain('"The end."');
    expect(json).not.toContain('"if"');
    expect(json).not.toContain('"reusable-content"');
  });

  function evaluatedDocument() {
    return read(`${content()}/page/${pages['Guide']}?format=document&evaluated=true`);
  }

  it('is the one of a visitor in the graph, with what could not be evaluated', async () => {
    const { space } = await reader.query(
      /* GraphQL */ `
        query ($id: ID!, $page: ID!, $claims: JSONObject) {
          space(id: $id) {
            content {
              page(id: $page) {
                ... on DocumentPage {
                  markdown(evaluated: true, claims: $claims)
                  document(evaluated: true, claims: $claims)
                  evaluationProblems(claims: $claims) {
                    source
                    problem
                  }
                }
              }
            }
          }
        }
      `,
      { id: spaceId, page: pages['Guide'], claims: { plan: 'pro', name: 'Ada' } },
    );
    const { page } = space.content;
    expect(page.markdown).toContain('For you: Ada.');
    expect(JSON.stringify(page.document)).toContain('"Ada"');
    expect(page.evaluationProblems).toEqual([
      { source: 'page.vars.nothing', problem: 'has no value: no such key: nothing' },
    ]);
  });

  it.each([
    [{ a: 'x'.repeat(1001) }, 'texts of at most 1000 characters'],
    [{ list: Array.from({ length: 101 }, () => 1) }, 'at most 100 entries'],
  ])('refuses claims over a limit, by their name', async (claims, limit) => {
    const { errors } = await reader.graphql(
      /* GraphQL */ `
        query ($id: ID!, $page: ID!, $claims: JSONObject) {
          space(id: $id) {
            content {
              page(id: $page) {
                ... on DocumentPage {
                  markdown(evaluated: true, claims: $claims)
                }
              }
            }
          }
        }
      `,
      { id: spaceId, page: pages['Guide'], claims },
    );
    expect(errors).toMatchObject([
      { message: expect.stringContaining(limit), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
    expect(errors?.[0]?.message).toMatch(/^"claims" must have /);
  });

  it('is read with as few statements as many includes are on one level', async () => {
    const path = `${content()}/page/${pages['Guide']}?evaluated=true`;
    const plain = await world.statements(() => reader.get(path.replace('?evaluated=true', '')));
    const shown = await world.statements(() => reader.get(path));
    expect(shown.length).toBeLessThanOrEqual(plain.length + 5);
  });
});

describe('a reusable content that is evaluated', () => {
  it('shows what it includes, and expressions on a page as they are written', async () => {
    const path = `${content()}/reusable-contents/${contents['Warning']}`;
    const { markdown } = await read(`${path}?evaluated=true`);
    expect(markdown).toBe('Mind {{ page.vars.version }}.\n\nThe end.\n');
    const { id: revisionId } = await read(content());
    const { nodes } = await read(
      `/v1/spaces/${spaceId}/revisions/${revisionId}/reusable-contents/${contents['Warning']}/document?evaluated=true`,
    );
    expect(JSON.stringify(nodes)).toContain('"The end."');
  });
});

describe('an include in a tree', () => {
  const includes = (nodes: { type: string; data: unknown }[]) =>
    nodes.filter(({ type }) => type === 'reusable-content').map(({ data }) => data);

  it('names the content by its id in the revision', async () => {
    const { document } = await read(`${content()}/page/${pages['Guide']}?format=document`);
    expect(includes(document.nodes)).toEqual([
      { ref: { kind: 'reusable-content', reusableContent: contents['Warning'] } },
    ]);
  });

  it('keeps the path in the markdown when the tree is written back, edited elsewhere or not', async () => {
    const { id: changeRequest } = await world.changeRequest(spaceId);
    const path = `/v1/spaces/${spaceId}/change-requests/${changeRequest}/content`;
    const page = pages['Guide'];
    const { document } = await read(`${path}/page/${page}?format=document`);
    const write = async (nodes: unknown[]) => {
      const tree = { ...document, nodes };
      const changes = [{ operation: 'update_page', page, document: { document: tree } }];
      expect((await editor.post(path, { changes })).status).toBe(200);
      return (await read(`${path}/page/${page}`)).markdown;
    };
    expect(await write(document.nodes)).toBe(guide);
    expect(await write(document.nodes.slice(1))).toBe(guide.replace('Untouched   *text*.\n\n', ''));
  });
});
