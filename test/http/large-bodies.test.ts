import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { docsFolderLimits } from '../../src/document/docs-folder/docs-folder-limits.ts';
import type { Client } from '../support/client.ts';
import { useWorld } from '../support/use-world.ts';

const { fileBytesMax } = docsFolderLimits;
const largest = randomBytes(fileBytesMax);

const world = useWorld();
let editor: Client;
let spaceId: string;

beforeAll(async () => {
  const organization = await world.organization();
  editor = organization.admin;
  ({ id: spaceId } = await world.space(organization.id));
});

const insertFile = (name: string, bytes: Buffer) => ({
  changes: [{ operation: 'insert_files', files: [{ name, content: bytes.toString('base64') }] }],
});

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

const changeContent = `mutation ($input: ChangeContentInput!) {
  changeContent(input: $input) { revision { files(first: 10) { nodes { name size } } } } }`;

it('takes a file of the largest size on both surfaces', async () => {
  const url = `/v1/spaces/${spaceId}/content`;
  expect(await editor.post(url, insertFile('rest.bin', largest))).toMatchObject({ status: 200 });
  const files = [{ name: 'graph.bin', content: largest.toString('base64') }];
  const input = { spaceId, changes: [{ insertFiles: { files } }] };
  const { changeContent: changed } = await editor.query(changeContent, { input });
  expect(changed.revision.files.nodes.toSorted(byName)).toEqual([
    { name: 'graph.bin', size: fileBytesMax },
    { name: 'rest.bin', size: fileBytesMax },
  ]);
});

it('names the limit of a file that is larger', async () => {
  const larger = Buffer.concat([largest, Buffer.from('...')]);
  const url = `/v1/spaces/${spaceId}/content`;
  const { status, body } = await editor.post(url, insertFile('larger.bin', larger));
  expect(status).toBe(400);
  expect(body.error.message).toMatch(/"changes\.0\.\S*files\.0\.content" must have at most/);
});

it('names the limit of a body that is larger', async () => {
  const huge = { changes: [], note: 'x'.repeat(32 * 1024 * 1024) };
  const message = 'The body has more than 33554432 bytes.';
  const rest = await editor.post(`/v1/spaces/${spaceId}/content`, huge);
  expect(rest).toMatchObject({ status: 413, body: { error: { code: 413, message } } });
  const graph = await editor.graphql('{ viewer { id } }', huge);
  expect(graph).toMatchObject({
    status: 413,
    errors: [{ message, extensions: { code: 'PAYLOAD_TOO_LARGE' } }],
  });
});

it('reads a large body of nobody without a valid token', async () => {
  const large = { changes: [], note: 'x'.repeat(3 * 1024 * 1024) };
  for (const client of [world.anonymous(), world.withToken('dg_unknown')]) {
    expect((await client.post(`/v1/spaces/${spaceId}/content`, large)).status).toBe(401);
    expect((await client.graphql('{ viewer { id } }', large)).status).toBe(401);
  }
});
