import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportResult } from '../../../src/features/content/import/import-docs-folder.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import type { FolderContent } from '../../document/docs-folder/folder-fixtures.ts';
import { importFolder } from './import-folder.ts';

const world = useWorld();
let admin: Client;
let organizationId: string;
let spaceId: string;

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
});

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organizationId));
});

function run(content: FolderContent): Promise<ImportResult> {
  return importFolder(world, content, { spaceId, userId: admin.userId, now: new Date() });
}

/** The reusable contents by title. */
async function reusableContents() {
  const { body } = await admin.get(`/v1/spaces/${spaceId}/content`);
  const shown = body.reusableContents as { id: string; title: string; updatedAt: string }[];
  return Object.fromEntries(shown.map((one) => [one.title, one]));
}

describe('what the pages of a folder include', () => {
  const including = {
    'README.md': '# Hi\n\n{% include ".gitbook/includes/note.md" %}\n',
    '.gitbook/includes/note.md': '---\ntitle: The note\n---\n\nNote.\r\n',
    '.gitbook/includes/other.md': 'Other.\n',
  };

  it('becomes reusable content, and the pages stay as they are', async () => {
    const result = await run(including);
    expect(result).toMatchObject({ importedResources: 3, totalResources: 3, skipped: [] });
    expect(result.revision).toMatchObject({ pageCount: 1, reusableContentCount: 2 });
    const content = `/v1/spaces/${spaceId}/content`;
    const page = await admin.get(`${content}/path/?format=markdown`);
    expect(page.body.markdown).toBe(including['README.md']);
    const { 'The note': note } = await reusableContents();
    expect((await admin.get(`${content}/reusable-contents/${note?.id}`)).body).toMatchObject({
      git: { path: '.gitbook/includes/note.md' },
      markdown: '\nNote.\r\n',
    });
  });

  it('keeps its id when it is edited or moved, and goes with its file', async () => {
    const first = await run(including);
    const { 'The note': note, Other: other } = await reusableContents();
    expect((await run(including)).revision.id).toBe(first.revision.id);
    await run({
      'README.md': including['README.md'],
      '.gitbook/includes/note.md': '---\ntitle: Edited\n---\n\nNote!\n',
      '.gitbook/includes/moved.md': 'Other.\n',
    });
    const later = await reusableContents();
    expect(Object.fromEntries(Object.values(later).map(({ title, id }) => [title, id]))).toEqual({
      Edited: note?.id,
      Moved: other?.id,
    });
    const gone = await run({ 'README.md': including['README.md'] });
    expect(gone.revision).toMatchObject({ pageCount: 1, reusableContentCount: 0 });
  });
});
