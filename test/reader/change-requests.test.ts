import { beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../features/sites/support.ts';
import { writePages } from '../support/content.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { open, texts, type Opened } from './reader-site.ts';

const world = useWorld();
const organization = useOrganization(world);

/** Largest page of the reader, in bytes. */
const PAGE_SIZE_MAX = 100_000;
const PAGES = 30;

let url = '';
let headers: Record<string, string> = {};

const lines = (word: string) =>
  Array.from({ length: 300 }, (_, index) => `Line ${index} says ${word}.\n`).join('\n');

function change(pageId: string, title: string, markdown: string) {
  return { operation: 'update_page', page: pageId, metadata: { title }, document: { markdown } };
}

beforeAll(async () => {
  const { admin, id } = organization;
  const space = await world.space(id, { title: 'Guides' });
  const titles = Array.from({ length: PAGES }, (_, index) => `Page ${index}`);
  const pages = titles.map((title) => ({ title, markdown: lines('this') }));
  const { ids } = await writePages(world, space.id, pages);
  const requests = `/v1/spaces/${space.id}/change-requests`;
  const request = ok(await admin.post(requests, { subject: 'Reword' }), 201);
  const changes = titles.map((title) =>
    change(ids[title] ?? '', `New ${title}`, lines(title === 'Page 0' ? 'that' : 'something else')),
  );
  ok(await admin.post(`${requests}/${request.id}/content`, { changes }));
  for (let number = 1; number <= 25; number += 1) {
    const body = { markdown: `Remark ${number}` };
    ok(await admin.post(`${requests}/${request.id}/comments`, { body }));
  }
  url = request.urls.app;
  headers = { authorization: `Bearer ${admin.token}` };
});

const nextOf = ({ document }: Opened, section: string) =>
  [...document.querySelectorAll(`#${section} .parts a`)].at(-1)?.getAttribute('href') ?? '';

describe('a change request', () => {
  it('is shown in parts of a bounded size, each of which leads to the next', async () => {
    const seen = { changes: new Set<string>(), comments: new Set<string>() };
    let at = url;
    for (let part = 0; part < 2; part += 1) {
      const page = await open(world, at, headers);
      expect(page.status).toBe(200);
      expect(page.response.body.length).toBeLessThan(PAGE_SIZE_MAX);
      for (const title of texts(page, '.change summary code')) seen.changes.add(title);
      for (const text of texts(page, '.thread .text')) seen.comments.add(text);
      at = nextOf(page, 'changes');
      if (part === 0) {
        const later = await open(world, nextOf(page, 'comments'), headers);
        for (const text of texts(later, '.thread .text')) seen.comments.add(text);
        expect(texts(later, '#comments .parts a')).toEqual(['First ones']);
      }
    }
    expect([seen.changes.size, seen.comments.size]).toEqual([PAGES, 25]);
    const first = await open(world, at, headers);
    expect(texts(first, '#changes .parts a')).toEqual(['Next ones']);
  });

  it('says where a long difference goes on', async () => {
    const page = await open(world, url, headers);
    const link = page.document.querySelector('.change > p a')?.getAttribute('href') ?? '';
    expect((await open(world, link, headers)).text).toContain('Line 299 says something else.');
  });

  it('shows texts in line, or side by side at the same size', async () => {
    const inline = await open(world, url, headers);
    expect(texts(inline, '.diff .removed del').slice(0, 1)).toEqual(['this']);
    expect(texts(inline, '.diff .added ins').slice(0, 1)).toEqual(['that']);
    expect(inline.document.querySelector('.split')).toBeNull();
    const choice = inline.document.querySelector('.choice a')?.getAttribute('href') ?? '';
    const split = await open(world, choice, headers);
    expect(split.response.body.length).toBeLessThan(PAGE_SIZE_MAX);
    expect(split.document.querySelector('.diff.split')).not.toBeNull();
    expect(texts(split, '.diff .removed del')).toEqual(texts(inline, '.diff .removed del'));
    expect(nextOf(split, 'changes')).toContain('view=split');
    const back = split.document.querySelector('.choice a')?.getAttribute('href') ?? '';
    expect((await open(world, back, headers)).document.querySelector('.split')).toBeNull();
  });
});
