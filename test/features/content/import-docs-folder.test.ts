import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportResult } from '../../../src/features/content/import/import-docs-folder.ts';
import { useWorld } from '../../support/use-world.ts';
import type { Client } from '../../support/client.ts';
import type { FolderContent } from '../../document/docs-folder/folder-fixtures.ts';
import { importFolder } from './import-folder.ts';

interface PageBody {
  id: string;
  title: string;
  type: string;
  updatedAt: string;
  pages?: PageBody[];
  [member: string]: unknown;
}

const folder = {
  'SUMMARY.md': `# Summary

* [Welcome](README.md)

## Guides

* [Install](guides/install.md)
  * [Docker](guides/docker.md)
* [Upgrade](guides/upgrade.md)
* [Forum](https://forum.example.com/)

## Reference

* [Errors](errors.md)
`,
  'README.md':
    '---\ndescription: Start here\nicon: house\ncover: .gitbook/assets/a.png\n---\n\n# Hi\r\n',
  'guides/install.md': '# Install\n\n[Docker](docker.md)\n',
  'guides/docker.md': '# Docker\n\nSee ![a](../.gitbook/assets/a.png).\n',
  'guides/upgrade.md': '# Upgrade\n',
  'errors.md': '# Errors\n',
  '.gitbook/assets/a.png': 'bytes a',
  '.gitbook/assets/b.png': 'bytes b',
} satisfies FolderContent;

const world = useWorld();
let admin: Client;
let organizationId: string;
let spaceId: string;
let minute = 0;

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
});

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organizationId));
});

function run(
  content: FolderContent,
  userId = admin.userId,
  beforeFile?: (path: string) => Promise<void>,
): Promise<ImportResult> {
  minute += 1;
  const now = new Date(Date.UTC(2026, 0, 1, 0, minute));
  return importFolder(world, content, { spaceId, userId, now, ...(beforeFile && { beforeFile }) });
}

async function tree(): Promise<PageBody[]> {
  return (await admin.get(`/v1/spaces/${spaceId}/content/pages`)).body.pages;
}

function flatten(pages: readonly PageBody[]): PageBody[] {
  return pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);
}

/** The ids of the pages by title. */
async function idsByTitle(): Promise<Record<string, string>> {
  return Object.fromEntries(flatten(await tree()).map(({ title, id }) => [title, id]));
}

function draw(pages: readonly PageBody[], indent = ''): string[] {
  return pages.flatMap(({ title, pages: below }) => [
    `${indent}${title}`,
    ...draw(below ?? [], `${indent}  `),
  ]);
}

/** How many pages were written at the time of the last import. */
async function writtenLast(): Promise<string[]> {
  const last = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return flatten(await tree())
    .filter(({ updatedAt }) => updatedAt === last)
    .map(({ title }) => title);
}

describe('the first import of a folder', () => {
  it('makes its pages, in order and under their groups, and its files', async () => {
    const result = await run(folder);
    expect(draw(await tree())).toEqual([
      'Welcome',
      'Guides',
      '  Install',
      '    Docker',
      '  Upgrade',
      '  Forum',
      'Reference',
      '  Errors',
    ]);
    expect(result).toMatchObject({ importedResources: 7, totalResources: 7, skipped: [] });
    expect(result.revision).toMatchObject({ pageCount: 8, fileCount: 2, type: 'edits' });
    const { body: space } = await admin.get(`/v1/spaces/${spaceId}`);
    expect(space.revision).toBe(result.revision.id);
  });

  it('takes attributes from the front matter and keeps the text byte for byte', async () => {
    await run(folder);
    const { body } = await admin.get(`/v1/spaces/${spaceId}/content/path/`);
    const { body: files } = await admin.get(`/v1/spaces/${spaceId}/content/files`);
    const [cover] = files.items;
    expect(cover.name).toBe('a.png');
    expect(body).toMatchObject({
      title: 'Welcome',
      description: 'Start here',
      icon: 'house',
      cover: { ref: { kind: 'file', file: cover.id }, yPos: 0 },
      markdown: '\n# Hi\r\n',
      // What `git hash-object README.md` answers.
      git: { oid: '720be171075b5a43928771bfb0aabe6a406b396b', path: 'README.md' },
    });
    const { body: docker } = await admin.get(
      `/v1/spaces/${spaceId}/content/path/guides/install/docker`,
    );
    expect(docker.markdown).toBe(folder['guides/docker.md']);
  });

  it('reports what it leaves out', async () => {
    const result = await run({
      ...folder,
      'SUMMARY.md': `${folder['SUMMARY.md']}* [Gone](gone.md)\n`,
      'draft.md': '# Draft\n',
      'broken.md': new Uint8Array([0xff]),
    });
    expect(result.skipped.map(({ path }) => path)).toEqual(['broken.md', 'draft.md', 'gone.md']);
    expect(result.totalResources).toBe(result.importedResources + 3);
  });

  it('leads from the paths of redirects to their pages, also when those move', async () => {
    const redirects = { '.gitbook.yaml': 'redirects:\n  old/place: guides/docker.md\n' };
    await run({ ...folder, ...redirects });
    const old = `/v1/spaces/${spaceId}/content/path/old/place`;
    const { body: docker } = await admin.get(old);
    expect(docker).toMatchObject({ title: 'Docker', path: 'guides/install/docker' });
    const { revision } = await run({ ...folder, ...redirects });
    const { 'guides/docker.md': text, ...rest } = folder;
    const moved = await run({
      ...rest,
      'docker.md': text,
      'SUMMARY.md': folder['SUMMARY.md'].replaceAll('guides/docker.md', 'docker.md'),
      '.gitbook.yaml': 'redirects:\n  old/place: docker.md\n',
    });
    expect(moved.revision.id).not.toBe(revision.id);
    expect((await admin.get(old)).body.id).toBe(docker.id);
    await run(folder);
    expect((await admin.get(old)).status).toBe(404);
  });
});

describe('importing a folder again', () => {
  it('changes nothing when nothing changed: the revision is the same', async () => {
    const first = await run(folder);
    const before = await world.db.prisma.space.findUniqueOrThrow({ where: { id: spaceId } });
    const second = await run(folder);
    expect(second.revision.id).toBe(first.revision.id);
    const after = await world.db.prisma.space.findUniqueOrThrow({ where: { id: spaceId } });
    expect(after.updatedAt).toEqual(before.updatedAt);
    expect(await world.db.prisma.revision.count({ where: { spaceId } })).toBe(2);
  });

  it('keeps the id of a page that was edited, and writes that page only', async () => {
    await run(folder);
    const before = await idsByTitle();
    const { revision } = await run({ ...folder, 'guides/docker.md': '# Docker\n\nNew.\n' });
    expect(await idsByTitle()).toEqual(before);
    expect(await writtenLast()).toEqual(['Docker']);
    expect(revision.parentIds).toHaveLength(1);
  });

  it('keeps the ids of pages whose files were renamed or moved', async () => {
    await run(folder);
    const before = await idsByTitle();
    const { 'guides/docker.md': docker, 'errors.md': errors, ...rest } = folder;
    await run({
      ...rest,
      'SUMMARY.md': folder['SUMMARY.md']
        .replace('guides/docker.md', 'containers/docker-setup.md')
        .replace('errors.md', 'reference/all-errors.md'),
      'containers/docker-setup.md': docker,
      'reference/all-errors.md': errors,
    });
    expect(await idsByTitle()).toEqual(before);
  });

  it('keeps the id of a page that was renamed and edited at once, by its place', async () => {
    await run(folder);
    const before = await idsByTitle();
    const { 'errors.md': _errors, ...rest } = folder;
    await run({
      ...rest,
      'SUMMARY.md': folder['SUMMARY.md'].replace('errors.md', 'problems.md'),
      'problems.md': '# Errors\n\nAnd what to do.\n',
    });
    expect(await idsByTitle()).toEqual(before);
  });

  it('keeps the ids of a page with a new title and of a group with a new name', async () => {
    await run(folder);
    const before = await idsByTitle();
    const summary = folder['SUMMARY.md']
      .replace('[Upgrade]', '[Update]')
      .replace('Guides', 'How to');
    await run({ ...folder, 'SUMMARY.md': summary });
    const after = await idsByTitle();
    expect(after['Update']).toBe(before['Upgrade']);
    expect(after['How to']).toBe(before['Guides']);
    expect((await writtenLast()).toSorted()).toEqual(['How to', 'Update']);
  });

  it('keeps the ids of links and of pages under another parent', async () => {
    await run(folder);
    const before = await idsByTitle();
    const summary = folder['SUMMARY.md']
      .replace('  * [Docker](guides/docker.md)\n', '')
      .replace('* [Forum](https://forum.example.com/)\n', '')
      .replace(
        '## Reference\n\n',
        '## Reference\n\n* [Docker](guides/docker.md)\n* [Forum](https://forum.example.com/)\n',
      );
    await run({ ...folder, 'SUMMARY.md': summary });
    expect(draw(await tree()).slice(-4)).toEqual(['Reference', '  Docker', '  Forum', '  Errors']);
    expect(await idsByTitle()).toEqual(before);
    expect(await writtenLast()).toEqual(['Docker', 'Forum']);
  });

  it('writes one page when one page moves among its siblings', async () => {
    const names = Array.from({ length: 12 }, (_, number) => `page-${number}`);
    const flat = (order: readonly string[]): FolderContent => ({
      'SUMMARY.md': order.map((name) => `* [${name}](${name}.md)\n`).join(''),
      'README.md': '# Start\n',
      ...Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}\n`])),
    });
    await run(flat(names));
    const [first = '', ...others] = names;
    const moved = [...others.slice(0, 5), first, ...others.slice(5)];
    await run(flat(moved));
    expect(draw(await tree()).slice(1)).toEqual(moved);
    expect(await writtenLast()).toEqual([first]);
  });

  it('takes out what the folder does not have any more', async () => {
    await run(folder);
    const before = await idsByTitle();
    const { 'guides/upgrade.md': _upgrade, '.gitbook/assets/b.png': _b, ...rest } = folder;
    const summary = folder['SUMMARY.md'].replace('* [Upgrade](guides/upgrade.md)\n', '');
    const { revision } = await run({ ...rest, 'SUMMARY.md': summary });
    expect(revision).toMatchObject({ pageCount: 7, fileCount: 1 });
    const { Upgrade: upgrade, ...others } = before;
    expect(await idsByTitle()).toEqual(others);
    const gone = await admin.get(`/v1/spaces/${spaceId}/content/page/${upgrade}`);
    expect(gone.status).toBe(404);
    // What was there stays in the revision before.
    const { node } = await admin.query(
      `query ($id: ID!) { node(id: $id) { ... on Revision { page(id: "${upgrade}") { title } } } }`,
      { id: revision.parentIds[0] },
    );
    expect(node.page).toEqual({ title: 'Upgrade' });
  });

  it('keeps the ids of files that were edited or moved', async () => {
    await run(folder);
    const files = async () => {
      const { body } = await admin.get(`/v1/spaces/${spaceId}/content/files`);
      return body.items as { id: string; name: string; size: number }[];
    };
    const before = await files();
    const { '.gitbook/assets/b.png': moved, ...rest } = folder;
    await run({ ...rest, '.gitbook/assets/a.png': 'more bytes a', 'images/c.png': moved });
    const after = await files();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ name }) => name)).toEqual(['a.png', 'c.png']);
    expect(after[0]?.size).toBe(12);
  });

  it('never gives one page to two: files with the same text keep their own ids', async () => {
    const same = { ...folder, 'errors.md': folder['guides/upgrade.md'] };
    await run(same);
    const before = await idsByTitle();
    const { 'errors.md': errors, 'guides/upgrade.md': upgrade, ...rest } = same;
    await run({
      ...rest,
      'SUMMARY.md': folder['SUMMARY.md']
        .replace('errors.md', 'e.md')
        .replace('guides/upgrade.md', 'u.md'),
      'e.md': errors,
      'u.md': upgrade,
    });
    expect(await idsByTitle()).toEqual(before);
  });
});

describe('an import into a space', () => {
  it('needs the role edit', async () => {
    const editor = await world.member(organizationId, 'edit');
    await expect(run(folder, editor.userId)).resolves.toBeDefined();
    const commenter = await world.member(organizationId, 'comment');
    await expect(run(folder, commenter.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const stranger = await world.user();
    await expect(run(folder, stranger.userId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused while the space is locked', async () => {
    await world.db.prisma.space.update({ where: { id: spaceId }, data: { editMode: 'locked' } });
    await expect(run(folder)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('is locked'),
    });
    expect(await tree()).toEqual([]);
  });

  it('is refused when somebody else changed the content meanwhile', async () => {
    const other = { ...folder, 'errors.md': '# Errors, again\n' };
    const late = run(folder, admin.userId, async (path) => {
      if (path.endsWith('a.png')) await run(other);
    });
    await expect(late).rejects.toMatchObject({ code: 'STALE_REVISION' });
    const { body } = await admin.get(`/v1/spaces/${spaceId}/content/path/reference/errors`);
    expect(body.markdown).toBe(other['errors.md']);
  });
});
