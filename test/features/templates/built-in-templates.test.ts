import { describe, expect, it } from 'vitest';
import { markdownToDocument } from '../../../src/document/markdown-to-document.ts';
import { builtInTemplates } from '../../../src/features/content/templates/built-in-templates.ts';
import { prepareTemplate } from '../../../src/features/content/templates/prepare-template.ts';
import { readBuiltInTemplate } from '../../../src/features/content/templates/read-built-in-template.ts';
import { expectValid } from '../../document/support.ts';

const now = new Date('2026-01-02T03:04:05.678Z');

describe.each(builtInTemplates)('the template $id', (template) => {
  async function prepared() {
    const source = await readBuiltInTemplate(template);
    const given = template.contentRefs.map(({ name }) => {
      return [name, { kind: 'url', url: `https://given.example.com/${name}` }] as const;
    });
    return { source, ...(await prepareTemplate(source, new Map(given), now)) };
  }

  it('has pages with texts that are documents, and names every reference that it declares', async () => {
    const { content, blobs } = await prepared();
    expect(content.pages.length).toBeGreaterThanOrEqual(5);
    for (const blob of blobs) expectValid(markdownToDocument(blob.toString()));
    const all = blobs.join('\n');
    for (const { name } of template.contentRefs) {
      expect(all).toContain(`https://given.example.com/${name}`);
    }
    expect(all).not.toContain('template:');
  });

  it('leads from page to page by ids, and to nothing that is not there', async () => {
    const { content, blobs } = await prepared();
    const ids = new Set([...content.pages, ...content.reusableContents].map(({ id }) => id));
    const all = blobs.join('\n');
    expect(all).not.toMatch(/(?:\]\(|href=")[^)"]*\.md\b/);
    const named = all.match(/\b(?:page|rc)_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    for (const id of named) expect(ids).toContain(id);
  });

  it('brings every variable that its texts show', async () => {
    const { blobs } = await prepared();
    const shown = [...blobs.join('\n').matchAll(/space\.vars\.(\w+)/g)].map(([, name]) => name);
    expect(new Set(shown)).toEqual(new Set(Object.keys(template.variables)));
  });

  it('has new ids each time', async () => {
    const [first, second] = [await prepared(), await prepared()];
    const idsOf = ({ content }: typeof first) => content.pages.map(({ id }) => id);
    expect(idsOf(second).some((id) => idsOf(first).includes(id))).toBe(false);
    expect(idsOf(second)).toHaveLength(first.source.content.pages.length);
  });
});
