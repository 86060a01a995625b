import { beforeEach, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { createChangeRequest, makeChanges } from '../../support/content-changes.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { changeContent, createWrittenSpace } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let spaceId: string;
let space: string;
let ids: Record<string, string>;
let firstRevision: string;

beforeEach(async () => {
  ({ spaceId, space, ids, firstRevision } = await createWrittenSpace(world, organization.id));
});

const change = (path: string, changes: object[], more: object = {}) =>
  makeChanges(cast.edit, path, changes, more);

async function newChangeRequest(): Promise<string> {
  return (await createChangeRequest(cast.edit, space)).path;
}

describe('changes that cannot be made', () => {
  it.each([
    ['of no kind', { operation: 'rename_page' }, 'operation'],
    ['of no page', { operation: 'update_page', page: 'page_none' }, 'page'],
    ['without a title', { operation: 'insert_page', metadata: {} }, 'title'],
    [
      'with a long title',
      { operation: 'insert_page', metadata: { title: 'x'.repeat(251) } },
      '250',
    ],
    [
      'with a slug that no path has',
      { operation: 'insert_page', metadata: { title: 'A', slug: 'a/b' } },
      'slug',
    ],
    [
      'with a slug that a sibling has',
      { operation: 'insert_page', metadata: { title: 'A', slug: 'faq' } },
      'slug',
    ],
    [
      'below nothing',
      { operation: 'insert_page', into: 'page_none', metadata: { title: 'A' } },
      'into',
    ],
    [
      'of a link without target',
      { operation: 'insert_page', type: 'link', metadata: { title: 'A' } },
      'target',
    ],
    [
      'of bytes that are no base64',
      { operation: 'insert_files', files: [{ name: 'a', content: '*' }] },
      'base64',
    ],
    [
      'of a variable without a name',
      { operation: 'set_variables', variables: { '1a': 'x' } },
      'name',
    ],
    [
      'of a slug that browsers take for another path',
      { operation: 'insert_page', metadata: { title: 'A', slug: '..' } },
      'slug',
    ],
    [
      'of a slug with a character that browsers take for a slash',
      { operation: 'insert_page', metadata: { title: 'A', slug: 'a\\b' } },
      'slug',
    ],
    [
      'of a variable with the name of what all objects come from',
      { operation: 'set_variables', variables: JSON.parse('{ "__proto__": "x" }') as object },
      '__proto__',
    ],
    [
      'of a file with a name that browsers take for another path',
      { operation: 'insert_files', files: [{ name: '..', content: '' }] },
      'neither "." nor ".."',
    ],
    ['of a variable with U+0000', { operation: 'set_variables', variables: { a: '\0' } }, 'U+0000'],
    [
      'to an unknown revision',
      { operation: 'revert_page', page: 'page_none', revision: 'rev_none' },
      'revision',
    ],
  ])('are refused whole: %s', async (_what, bad, named) => {
    const before = (await cast.edit.get(space)).body.revision as string;
    const good = { operation: 'insert_page', metadata: { title: 'Good' } };
    const { status, body } = await cast.edit.post(`${space}/content`, { changes: [good, bad] });
    expect({ status, message: body.error.message }).toMatchObject({
      status: 400,
      message: expect.stringContaining(named) as string,
    });
    expect((await cast.edit.get(space)).body.revision).toBe(before);
  });

  it.each([
    [
      'a title',
      (text: string) => ({ updatePage: { page: ids['FAQ'], metadata: { title: text } } }),
    ],
    [
      'a description',
      (text: string) => ({ updatePage: { page: ids['FAQ'], metadata: { description: text } } }),
    ],
    [
      'an emoji',
      (text: string) => ({ updatePage: { page: ids['FAQ'], metadata: { emoji: text } } }),
    ],
    ['an icon', (text: string) => ({ updatePage: { page: ids['FAQ'], metadata: { icon: text } } })],
    [
      'a condition',
      (text: string) => ({
        updatePage: {
          page: ids['FAQ'],
          metadata: { condition: `visitor.claims.plan == "${text}"` },
        },
      }),
    ],
    [
      'a cover',
      (text: string) => ({
        updatePage: {
          page: ids['FAQ'],
          metadata: { cover: { ref: { kind: 'FILE', file: text } } },
        },
      }),
    ],
    [
      'a target',
      (text: string) => ({
        insertPage: {
          type: 'LINK',
          metadata: { title: 'Link' },
          target: { kind: 'PAGE', page: text },
        },
      }),
    ],
    [
      'the name of a file',
      (text: string) => ({ insertFiles: { files: [{ name: text, content: '' }] } }),
    ],
    [
      'a text',
      (text: string) => ({ updatePage: { page: ids['FAQ'], document: { markdown: text } } }),
    ],
    [
      'the title of a reusable content',
      (text: string) => ({ insertReusableContent: { title: text } }),
    ],
  ])(
    'are refused with U+0000, which would make content unreadable: %s',
    async (_what, changeTo) => {
      const { errors } = await cast.edit.graphql(changeContent, {
        input: { spaceId, changes: [changeTo('a\0b')] },
      });
      expect(errors).toMatchObject([
        {
          message: expect.stringMatching(/^"changes\.0\..* must not contain .* U\+0000/) as string,
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ]);
      expect((await cast.edit.get(`${space}/content/page/${ids['FAQ']}`)).status).toBe(200);
    },
  );

  it.each([
    [
      'a page below itself',
      () => ({ operation: 'move_page', page: ids['Guide'], into: ids['Setup'] }),
      'into" is the page itself, or below it.',
    ],
    [
      'a group below a page',
      () => ({
        operation: 'insert_page',
        type: 'group',
        into: ids['Guide'],
        metadata: { title: 'A' },
      }),
      'into" must be null for a group: groups are at the top only.',
    ],
    [
      'a text of a group',
      () => ({
        operation: 'insert_page',
        type: 'group',
        metadata: { title: 'A' },
        document: { markdown: 'A' },
      }),
      'document" is only for a page of the type "document".',
    ],
    [
      'a target of a page',
      () => ({
        operation: 'update_page',
        page: ids['FAQ'],
        target: { kind: 'page', page: ids['Guide'] },
      }),
      'target" is only for a link.',
    ],
    [
      'a slug of another page',
      () => ({ operation: 'update_page', page: ids['FAQ'], metadata: { slug: 'guide' } }),
      'metadata.slug" is taken: another page beside it has the slug "guide".',
    ],
    [
      'a name that is taken',
      () => ({ operation: 'insert_page', ref: 'good', metadata: { title: 'A' } }),
      'ref" names something else already: "good".',
    ],
    [
      'a reverted page that is nowhere',
      () => ({ operation: 'revert_page', page: 'page_none', revision: firstRevision }),
      'page" is a page of neither revision.',
    ],
    [
      'a revision of nothing',
      () => ({ operation: 'revert_page', page: ids['FAQ'], revision: 'rev_none' }),
      'revision" is not a revision of this space: "rev_none".',
    ],
    [
      'no revision to go back to',
      () => ({ operation: 'revert_page', page: ids['FAQ'] }),
      'revision" is required in the primary content.',
    ],
    [
      'a variable that is a list',
      () => ({ operation: 'set_variables', variables: { a: [] } }),
      'variables.a" must be of type string or number or boolean.',
    ],
  ])(
    'are refused by the place of the change and its field, as they were sent: %s',
    async (_what, bad, message) => {
      const good = { operation: 'insert_page', ref: 'good', metadata: { title: 'Good' } };
      const { body } = await cast.edit.post(`${space}/content`, { changes: [good, bad()] });
      expect(body).toEqual({ error: { code: 400, message: `"changes.1.${message}` } });
    },
  );

  it('are refused when they give the id of a page as a name to another one', async () => {
    const insert = { operation: 'insert_page', ref: ids['Guide'], metadata: { title: 'New' } };
    const { status, body } = await cast.edit.post(`${space}/content`, {
      changes: [insert, { operation: 'delete_page', page: ids['Guide'] }],
    });
    expect(status).toBe(400);
    expect(body.error.message).toContain('names something else');
  });

  it('are refused when variables would become too many, piece by piece', async () => {
    const some = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${prefix}${index}`, index]));
    await change(space, [{ operation: 'set_variables', variables: some('a') }]);
    const more = { operation: 'set_variables', variables: some('b') };
    const { status, body } = await cast.edit.post(`${space}/content`, { changes: [more] });
    expect(status).toBe(400);
    expect(body.error.message).toContain('at most 200');
  });

  it('are refused above the limit, and when there are none', async () => {
    const one = { operation: 'delete_page', page: 'page_none' };
    for (const changes of [[], Array.from({ length: 101 }, () => one)]) {
      expect((await cast.edit.post(`${space}/content`, { changes })).status).toBe(400);
    }
  });
});

describe('who may change content', () => {
  const edit = { operation: 'insert_page', metadata: { title: 'By someone' } };

  it('is decided by the level "edit", on both surfaces', async () => {
    const path = await newChangeRequest();
    expect(
      await restOutcomes(cast, (client) => client.post(`${path}/content`, { changes: [edit] })),
    ).toEqual(allowedFrom('edit'));
    const input = { spaceId, changes: [{ insertPage: { metadata: { title: 'By someone' } } }] };
    expect(
      await graphOutcomes(cast, (client) => client.errorCode(changeContent, { input })),
    ).toEqual(allowedFrom('edit'));
  });

  it('is nobody in a locked space, but in its change requests', async () => {
    const path = await newChangeRequest();
    await cast.admin.patch(space, { editMode: 'locked' });
    expect((await cast.edit.post(`${space}/content`, { changes: [edit] })).status).toBe(409);
    await change(path, [edit]);
  });

  it('is nobody in an archived or merged change request', async () => {
    const path = await newChangeRequest();
    await cast.edit.patch(path, { status: 'archived' });
    expect((await cast.edit.post(`${path}/content`, { changes: [edit] })).status).toBe(409);
    await cast.edit.patch(path, { status: 'open' });
    await cast.review.post(`${path}/merge`);
    expect((await cast.edit.post(`${path}/content`, { changes: [edit] })).status).toBe(409);
  });
});
