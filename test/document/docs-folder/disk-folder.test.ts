import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDiskFolder } from '../../../src/document/docs-folder/disk-folder.ts';
import { createFolder } from './folder-fixtures.ts';

test('lists files with their sizes, without git data and installed packages', async () => {
  const root = await createFolder({
    'README.md': 'four',
    'a/b.md': '',
    '.git/config': 'x',
    'a/.git': 'gitdir: elsewhere',
    'a/node_modules/p/README.md': 'x',
  });
  expect(await (await openDiskFolder(root)).list()).toEqual([
    { path: 'README.md', size: 4 },
    { path: 'a/b.md', size: 0 },
    { path: 'a/node_modules', size: 0, refused: 'installed packages' },
  ]);
});

test('follows a symbolic link to a file inside, and refuses every other', async () => {
  const outside = await createFolder({ 'secret.md': 'secret' });
  const root = await createFolder({ 'a.md': 'inside', '.git/config': 'token' });
  await symlink('a.md', join(root, 'inside.md'));
  await symlink(join(outside, 'secret.md'), join(root, 'outside.md'));
  await symlink(outside, join(root, 'outside'));
  await symlink('.git/config', join(root, 'git.md'));
  await symlink('.', join(root, 'loop'));
  await mkdir(join(root, 'sub'));
  await symlink('sub', join(root, 'folder'));
  await symlink('self.md', join(root, 'self.md'));
  await symlink('nowhere.md', join(root, 'broken.md'));
  const source = await openDiskFolder(root);

  const refused = new Map((await source.list()).map((file) => [file.path, file.refused]));
  expect(refused.get('a.md')).toBeUndefined();
  expect(refused.get('inside.md')).toBeUndefined();
  expect(refused.get('outside.md')).toBe('a symbolic link that leaves the folder');
  expect(refused.get('outside')).toBe('a symbolic link that leaves the folder');
  expect(refused.get('git.md')).toBe('a symbolic link that leaves the folder');
  expect(refused.get('folder')).toBe('a symbolic link to what is no regular file');
  expect(refused.get('loop')).toBe('a symbolic link that leaves the folder');
  expect(refused.get('self.md')).toBe('a symbolic link that leads nowhere (ELOOP)');
  expect(refused.get('broken.md')).toBe('a symbolic link that leads nowhere (ENOENT)');

  expect((await source.read('inside.md')).toString()).toBe('inside');
  await expect(source.read('outside.md')).rejects.toThrow('leaves the folder');
  await expect(source.read('git.md')).rejects.toThrow('leaves the folder');
  await expect(source.read('../x')).rejects.toThrow();
});

test.skipIf(process.platform === 'win32')(
  'a pipe is refused, and reading never waits',
  async () => {
    const root = await createFolder({});
    execFileSync('mkfifo', [join(root, 'pipe.md')]);
    const source = await openDiskFolder(root);
    expect(await source.list()).toEqual([
      { path: 'pipe.md', size: 0, refused: 'not a regular file' },
    ]);
    await expect(source.read('pipe.md')).rejects.toThrow('not a regular file');
  },
);

test('folders deeper than the limit are refused', async () => {
  const root = await createFolder({});
  const deep = Array.from({ length: 31 }, () => 'd');
  await mkdir(join(root, ...deep), { recursive: true });
  await writeFile(join(root, ...deep, 'a.md'), '');
  expect(await (await openDiskFolder(root)).list()).toEqual([
    { path: deep.slice(1).join('/'), size: 0, refused: 'more than 30 folders deep' },
  ]);
});

test('rejects what is no folder', async () => {
  const root = await createFolder({ 'a.md': '' });
  await expect(openDiskFolder(join(root, 'a.md'))).rejects.toThrow('Not a folder');
  await expect(openDiskFolder(join(root, 'missing'))).rejects.toThrow('ENOENT');
});
