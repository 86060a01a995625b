import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { loadViewer } from '../../../src/auth/load-viewer.ts';
import { createContext } from '../../../src/context.ts';
import { openDiskFolder } from '../../../src/document/docs-folder/disk-folder.ts';
import { readDocsFolder } from '../../../src/document/docs-folder/read-docs-folder.ts';
import { markdownToDocument } from '../../../src/document/markdown-to-document.ts';
import { loadBlobs, loadPageTrees } from '../../../src/revisions/store/content-store.ts';
import type { PageEntry } from '../../../src/revisions/store/entry.ts';
import { importIntoSpace } from '../../../src/features/spaces/import-into-space.ts';
import { addresses } from '../../support/world.ts';
import { blankTree } from '../../../src/features/translations/text/blank-tree.ts';
import { runJobs } from '../../support/run-jobs.ts';
import { createTranslation, useTranslatedWorld } from './support.ts';
import { lawCount } from '../../support/law-count.ts';

// Real documentation, which is not part of this repository.
const shelf = join(import.meta.dirname, '../../../../shared/real-docs');
const realFolders = ['brighter-docs', 'axon-reference'].slice(0, lawCount(2));

const { server, world, organization } = await useTranslatedWorld();

async function importFolder(name: string): Promise<string> {
  const { id } = await world.space(organization.id, { title: name });
  const source = await openDiskFolder(join(shelf, name));
  const viewer = await loadViewer(world.db, organization.admin.userId);
  const log = pino({ level: 'silent' });
  const context = createContext({ viewer, db: world.db, addresses, log });
  await importIntoSpace(context, id, { folder: await readDocsFolder(source), source });
  return id;
}

/** The pages of a space, each with its markdown. */
async function textsOf(spaceId: string): Promise<[PageEntry, string][]> {
  const { revisionId } = await world.db.prisma.space.findUniqueOrThrow({ where: { id: spaceId } });
  const { pagesHash } = await world.db.prisma.revision.findUniqueOrThrow({
    where: { id: revisionId },
  });
  const [tree] = await loadPageTrees(world.db, [pagesHash]);
  const pages = [...(tree?.walk() ?? [])].map(({ page }) => page);
  const blobs = await loadBlobs(world.db, [
    ...new Set(pages.flatMap(({ source }) => source ?? [])),
  ]);
  const hashes = [...new Set(pages.flatMap(({ source }) => source ?? []))];
  const byHash = new Map(hashes.map((hash, index) => [hash, blobs[index]]));
  return pages.map((page) => [
    page,
    byHash.get(page.source ?? '')?.toString('utf8', page.sourceStart ?? 0) ?? '',
  ]);
}

const blankOf = (markdown: string) =>
  blankTree(markdownToDocument(markdown, { hasFrontMatter: false }));

describe.skipIf(!existsSync(shelf))('a folder of real documentation', () => {
  it.each(realFolders)('is translated in one run, and then only what changed: %s', async (name) => {
    const spaceId = await importFolder(name);
    const { urls } = (await createTranslation(organization.admin, organization.id, spaceId)) as {
      id: string;
      urls: { location: string };
    };
    const url = new URL(urls.location).pathname;
    await runJobs(world);
    const { body: first } = await organization.admin.get(url);
    expect(first).toMatchObject({ status: 'completed' });
    const [before, after] = [await textsOf(spaceId), await textsOf(first.result.space)];
    expect(first.stats.totalPages).toBe(before.length);
    expect(after.map(([{ id, slug, parent }]) => [id, slug, parent])).toEqual(
      before.map(([{ id, slug, parent }]) => [id, slug, parent]),
    );
    for (const [index, [page, markdown]] of before.entries()) {
      expect(blankOf(after[index]?.[1] ?? ''), page.title).toBe(blankOf(markdown));
    }
    const partly = await world.db.prisma.jobResult.findMany({
      where: { job: { subjectId: first.id }, outcome: { not: 'translated' } },
    });
    expect(partly).toEqual([]);
    server.texts.length = 0;
    const [edited] = before.find(([, markdown]) => markdown.length > 1000) ?? [];
    await organization.admin.post(`/v1/spaces/${spaceId}/content`, {
      changes: [
        {
          operation: 'update_page',
          page: edited?.id,
          document: { markdown: 'Only this sentence is new.\n' },
        },
      ],
    });
    expect((await organization.admin.post(`${url}/run`)).status).toBe(204);
    await runJobs(world);
    expect(server.texts).toEqual(['Only this sentence is new.']);
    const { body: second } = await organization.admin.get(url);
    expect(second.stats).toMatchObject({ runs: 2, latestPages: 1, latestWords: 5 });
  });
});
