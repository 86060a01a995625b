import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasGit, type Clone } from '../../support/git-server.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { arbitraryPage } from '../../document/arbitrary-page.ts';
import { linesOf, linksAt, type LinkList } from '../links/support.ts';
import { flat, Random, type Page } from './random-edits.ts';
import { GitWorld } from './support.ts';
import { lawCount } from '../../support/law-count.ts';

// Real documentation, which is not part of this repository.
const shelf = join(import.meta.dirname, '../../../../shared/real-docs');
const realFolders = ['brighter-docs', 'axon-reference'].slice(0, lawCount(2));
const SEED = Number(process.env.GIT_SEED ?? 20_261_129);
const EDITS = lawCount(12, 'GIT_EDITS');

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);

/** Names that addresses have to escape. */
const names = [
  'plain',
  'with space',
  'par(en)s',
  'ünï 漢',
  'a&b',
  'hash#tag',
  'per%cent',
  "quo'te",
];

/** A folder of pages that name one another, pictures, files and shared texts, in all forms. */
function anyFolder(random: Random): Record<string, string> {
  const folders = ['', 'guide/', 'guide/deep (er)/'];
  const nameOf = () => random.of(names) ?? 'plain';
  const paths = Array.from({ length: 8 }, (_, index) => {
    const folder = random.of(folders) ?? '';
    return `${folder}${nameOf()} ${index}.md`;
  });
  const files = ['.gitbook/assets/pic (1).png', 'guide/img/ü.png', '.gitbook/assets/data.csv'];
  const shared = ['.gitbook/includes/note.md', '.gitbook/includes/with space.md'];
  const linkFrom = (from: string, to: string | undefined) => {
    const up = '../'.repeat(from.split('/').length - 1);
    return `${up}${encodeURIComponent(to ?? '').replaceAll('%2F', '/')}`.replaceAll(
      /[()']/g,
      (sign) => {
        return `%${sign.charCodeAt(0).toString(16)}`;
      },
    );
  };
  const seed = random.below(1e9);
  const constructs = fc.sample(arbitraryPage, { numRuns: paths.length, seed });
  const textOf = (path: string, index: number) => {
    const link = (list: readonly string[]) => linkFrom(path, random.of(list));
    return [
      '---',
      `vars:\n  name: v${index}`,
      '---',
      `Words before [a page](${link(paths)}) and [a place](${link(paths)}#some-place) here.`,
      '## Some place',
      `Picture ![alt](${link(files)}) stands in it, beside <a href="${link(paths)}">this</a>.`,
      `- item with [a file](${link(files)})\n- {{ page.vars.name }} and {{ space.vars.release }}`,
      `{% include "${link(shared)}" %}`,
      `{% file src="${link(files)}" %}`,
      `{% content-ref url="${link(paths)}" %}\n[x](${link(paths)})\n{% endcontent-ref %}`,
      `| A | B |\n| - | - |\n| [cell](${link(paths)}) | ![c](${link(files)}) |`,
      `See {% content-ref url="${link(paths)}" %}[x](${link(paths)}){% endcontent-ref %} in a line.`,
      `{% card href="${link(paths)}" image="${link(files)}" %}\n[In it](${link(paths)})\n{% endcard %}`,
      `| C |\n| - |\n| <ul><li>[item](${link(paths)})</li></ul> {% include "${link(shared)}" %} |`,
      `{% hint style="info" %}\n[There][to] <a href="${link(paths)}" data-mention>m</a>\n{% endhint %}`,
      `<details>\n\n<summary>S</summary>\n\n![alt][picture] and a note[^1]\n\n</details>`,
      `<table data-view="cards"><thead><tr><th></th><th data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Card</td><td><a href="${link(paths)}">x</a></td></tr></tbody></table>`,
      `[^1]: Note with [a link](${link(paths)}).`,
      `[to]: ${link(paths)} "Title"\n[picture]: ${link(files)}`,
      constructs[index] ?? '',
    ].join('\n\n');
  };
  return {
    '.gitbook/vars.yaml': 'release: 1.10\n',
    ...Object.fromEntries(paths.map((path, index) => [path, `${textOf(path, index)}\n`])),
    ...Object.fromEntries(files.map((path) => [path, `bytes of ${path}`])),
    ...Object.fromEntries(
      shared.map((path) => [path, `Shared [text](${linkFrom(path, random.of(paths))}).\n`]),
    ),
  };
}

async function sync(clone: Clone, kind: 'import' | 'export', spaceId: string) {
  const body = { url: gitWorld.server.url(clone.name) };
  const job = await gitWorld.run(cast.create, spaceId, kind, body);
  expect(job).toMatchObject({ state: 'done', errorMessage: null });
}

const contentOf = async (id: string) => (await cast.create.get(`/v1/spaces/${id}/content`)).body;

/** Links in lines. What has no file is exported by its address in the app: that is the same. */
const targetsOf = (links: LinkList): string[] =>
  linesOf(links)
    .map((line) => line.replace(/^in-app/, 'ok'))
    .toSorted();

/** All links of a space, each in a line, and the values that its expressions have. */
async function linksOf(id: string): Promise<string[]> {
  const lines: string[] = [];
  let page = '';
  do {
    const links = await linksAt(cast.create, `/v1/spaces/${id}/links?limit=1000${page}`);
    lines.push(...targetsOf(links));
    page = links.next ? `&page=${links.next.page}` : '';
  } while (page !== '');
  return lines.toSorted();
}

/** What a page leads to, and its text with the values of its variables. */
async function shownOf(id: string, page: string | undefined) {
  const path = `/v1/spaces/${id}/content/page/${page}`;
  const { body } = await cast.create.get(`${path}?evaluated=true`);
  return {
    links: targetsOf(await linksAt(cast.create, `${path}/links`)),
    vars: body.variables,
  };
}

/** Changes the first plain word of a text; undefined for a text without one. */
function withOtherWord(markdown: string): string | undefined {
  const changed = markdown.replace(/^[A-Z][a-z]+(?= [a-z]+ )/m, 'Edited');
  return changed === markdown ? undefined : changed;
}

/** Changes the first plain word in a tree. */
function withOtherWordIn(document: object): object {
  const json = JSON.stringify(document);
  return JSON.parse(json.replace(/(?<="text":")[A-Z][a-z]+(?= [a-z]+ )/, 'Edited')) as object;
}

/** Imports, edits pages at random, exports, and imports what came of it into another space. */
async function expectSame(clone: Clone, random: Random): Promise<void> {
  const { id: spaceId } = await world.space(organization.id, { title: 'Docs' });
  await sync(clone, 'import', spaceId);
  const pages = flat((await contentOf(spaceId)).pages as Page[]).filter(({ git }) => git);
  const before = await linksOf(spaceId);
  expect(before.length).toBeGreaterThan(5);
  const edited = new Map<string, Awaited<ReturnType<typeof shownOf>>>();
  for (let tries = 0; edited.size < EDITS && tries < EDITS * 3; tries += 1) {
    const page = random.of(pages);
    if (!page?.git || edited.has(page.git.path)) continue;
    const { markdown } = (await cast.create.get(`/v1/spaces/${spaceId}/content/page/${page.id}`))
      .body;
    const text = withOtherWord(markdown);
    if (text === undefined) continue;
    edited.set(page.git.path, await shownOf(spaceId, page.id));
    const path = `/v1/spaces/${spaceId}/content/page/${page.id}?format=document`;
    const document =
      edited.size % 2 === 0
        ? { markdown: text }
        : { document: withOtherWordIn((await cast.create.get(path)).body.document as object) };
    const change = { operation: 'update_page', page: page.id, document };
    const answer = await cast.create.post(`/v1/spaces/${spaceId}/content`, { changes: [change] });
    expect(answer.status).toBe(200);
  }
  expect(edited.size).toBeGreaterThan(1);
  const tree = clone.tree();
  await sync(clone, 'export', spaceId);
  const after = clone.tree();
  const changed = Object.keys(after).filter((path) => after[path] !== tree[path]);
  expect(changed.toSorted(), `seed ${SEED}`).toEqual([...edited.keys()].toSorted());
  const { id: copyId } = await world.space(organization.id, { title: 'Docs' });
  await sync(clone, 'import', copyId);
  expect(await linksOf(copyId), `seed ${SEED}`).toEqual(before);
  const copies = new Map(
    flat((await contentOf(copyId)).pages as Page[]).map(({ id, git }) => [git?.path, id]),
  );
  for (const [path, shown] of edited) {
    expect(await shownOf(copyId, copies.get(path)), `${path}, seed ${SEED}`).toEqual(shown);
  }
  expect((await contentOf(copyId)).variables).toEqual((await contentOf(spaceId)).variables);
}

describe.skipIf(!hasGit)('a word that is edited and exported', () => {
  it.skipIf(!existsSync(shelf)).each(realFolders)(
    'leaves everything in a new import lead to where it led: %s',
    async (name) => {
      const clone = gitWorld.server.repository(`${name}-${world.next()}`);
      cpSync(join(shelf, name), clone.folder, { recursive: true });
      rmSync(join(clone.folder, '.gitignore'), { force: true });
      clone.push('Write docs');
      await expectSame(clone, new Random(SEED));
    },
  );

  it.each([1, 2, 3].slice(0, lawCount(3)))(
    'leaves everything in a new import lead to where it led: generated %i',
    async (number) => {
      const random = new Random(SEED + number);
      const clone = gitWorld.server.repository(`generated-${world.next()}`);
      clone.write(anyFolder(random));
      clone.push('Write docs');
      await expectSame(clone, random);
    },
  );
});
