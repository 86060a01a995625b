import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { loadViewer } from '../../../src/auth/load-viewer.ts';
import { createContext } from '../../../src/context.ts';
import { openDiskFolder } from '../../../src/document/docs-folder/disk-folder.ts';
import { readDocsFolder } from '../../../src/document/docs-folder/read-docs-folder.ts';
import { importIntoSpace } from '../../../src/features/spaces/import-into-space.ts';
import { hasPoppler, readPdf, type ReadPdf } from '../../support/poppler.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { addresses } from '../../support/world.ts';
import { download } from './support.ts';

// Real documentation of a hundred pages, which is not part of this repository.
const folderPath = join(import.meta.dirname, '../../../../shared/real-docs/brighter-docs');
const isMissing = !existsSync(folderPath) || !hasPoppler;

describe.skipIf(isMissing)('the PDF of a hundred real pages', () => {
  const world = useWorld();
  const organization = useOrganization(world);
  let book: ReadPdf;
  let titles: string[];

  beforeAll(async () => {
    const { admin } = organization;
    const { id } = await world.space(organization.id, { title: 'Brighter' });
    const source = await openDiskFolder(folderPath);
    const context = createContext({
      viewer: await loadViewer(world.db, admin.userId),
      db: world.db,
      addresses,
      log: pino({ level: 'silent' }),
    });
    await importIntoSpace(context, id, { folder: await readDocsFolder(source), source });
    const { body: content } = await admin.get(`/v1/spaces/${id}/content/pages`);
    titles = titlesOf(content.pages);
    const { status, body } = await admin.get(`/v1/spaces/${id}/pdf`);
    expect(status, JSON.stringify(body)).toBe(200);
    book = readPdf((await download(world, body.url)).rawPayload);
  });

  it('is one that poppler reads without complaint, with all fonts', () => {
    expect(book.info).toMatchObject({ Title: 'Brighter', Encrypted: 'no' });
    expect(Number(book.info['Pages'])).toBeGreaterThan(200);
    expect(book.fonts.filter(({ isEmbedded, hasUnicode }) => !isEmbedded || !hasUnicode)).toEqual(
      [],
    );
  });

  it('has each page where the table of contents says', () => {
    expect(titles.length).toBeGreaterThan(100);
    const squeeze = (text: string) => text.replaceAll(/\s+/g, '');
    const sheets = book.pages.map(squeeze);
    const contents = book.pages.slice(1, 7).join('\n');
    for (const title of titles) {
      const numbers = [...contents.matchAll(/^ *(.*?) {2,}(\d+)$/gm)]
        .filter(([, text = '']) => squeeze(text) === squeeze(title))
        .map(([, , number]) => Number(number));
      expect(numbers.length, title).toBeGreaterThan(0);
      for (const number of numbers) expect(sheets[number - 1], title).toContain(squeeze(title));
    }
  });

  it('leads nowhere within itself that is not there', () => {
    const places = new Set(book.destinations);
    expect(book.goals.length).toBeGreaterThan(titles.length * 2);
    expect(book.goals.filter((goal) => !places.has(goal))).toEqual([]);
  });
});

interface Page {
  type: string;
  title: string;
  pages?: Page[];
}

function titlesOf(pages: readonly Page[]): string[] {
  return pages.flatMap(({ type, title, pages: below = [] }) =>
    type === 'link' ? [] : [title, ...titlesOf(below)],
  );
}
