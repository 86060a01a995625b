import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocument, warmUpConversion } from '../../src/revisions/derived/convert-document.ts';
import { markdownToDocument } from '../../src/document/markdown-to-document.ts';
import { hostileMarkdown } from '../document/hostile-markdown.ts';
import type { Client } from '../support/client.ts';
import { writePages } from '../support/content.ts';
import { World } from '../support/world.ts';
import { measured } from './measured.ts';
import { printTable } from './table.ts';

const CHARACTERS = 500_000;

let world: World;
let editor: Client;
let organizationId: string;

beforeAll(async () => {
  world = await World.create();
  ({ id: organizationId, admin: editor } = await world.organization());
  // As a gateway does that has started.
  await warmUpConversion();
});

afterAll(() => world.destroy());

const repeated = (text: string) => text.repeat(Math.ceil(CHARACTERS / text.length));
const paragraph = `Some *text* with a [link](a/b.md) and \`code\`. ${'word '.repeat(60)}\n\n`;

const pages: Record<string, string> = {
  prose: repeated(`## Heading\n\n${paragraph}- item **one**\n- item two\n\n`),
  hints: repeated(`{% hint style="info" %}\n${paragraph}{% endhint %}\n\n`),
  code: repeated(`\`\`\`js\n${'const value = 1; // and why it is that\n'.repeat(30)}\`\`\`\n\n`),
  expressions: repeated(`Version {{ space.vars.version }} for *you*. ${'word '.repeat(60)}\n\n`),
  table: `| A | B |\n| - | - |\n${repeated('| one two three | **four** five six |\n')}`,
};

describe('a page of 500 KB', () => {
  it('is read and written as a tree while other requests are answered', async () => {
    const rows: string[][] = [];
    for (const [kind, markdown] of Object.entries(pages)) {
      const { id: spaceId } = await world.space(organizationId);
      const { ids } = await writePages(world, spaceId, [{ title: 'Page', markdown }]);
      const page = ids['Page'];
      const path = `/v1/spaces/${spaceId}/content`;
      const variables = { version: '4.2' };
      await editor.post(path, { changes: [{ operation: 'set_variables', variables }] });
      // A text that nobody has read or written for long; the page itself was written just now.
      const converted = await measured(world, () => readDocument(`${markdown}\n\nAn end.\n`));
      const read = await measured(world, () => editor.get(`${path}/page/${page}?format=document`));
      expect(read.result.status).toBe(200);
      const evaluated = await measured(world, () =>
        editor.get(`${path}/page/${page}?format=markdown&evaluated=true`),
      );
      expect(evaluated.result.status).toBe(200);
      const { document } = read.result.body;
      const nodes = document.nodes.toSpliced(Math.floor(document.nodes.length / 2), 1);
      const write = await measured(world, () =>
        editor.post(path, {
          changes: [
            { operation: 'update_page', page, document: { document: { ...document, nodes } } },
          ],
        }),
      );
      expect(write.result.body).not.toHaveProperty('error');
      const parts = [converted, read, evaluated, write].flatMap(({ ms, wait }) => [ms, wait]);
      rows.push([kind, ...parts]);
    }
    const columns = ['converted ms', 'read ms', 'evaluated ms', 'written ms'];
    printTable(['page of', ...columns.flatMap((column) => [column, WAIT])], rows);
  });
});

const WAIT = 'longest wait';

describe('hostile markdown', () => {
  it('is parsed, each within a second', () => {
    // What is compiled for one is compiled for all.
    markdownToDocument(pages['prose'] ?? '');
    const rows = hostileMarkdown.map(([name, markdown]) => {
      const before = process.cpuUsage();
      markdownToDocument(markdown);
      const { user, system } = process.cpuUsage(before);
      return [name, markdown.length, ((user + system) / 1000).toFixed(0)];
    });
    printTable(['markdown', 'characters', 'CPU ms'], rows);
  });
});
