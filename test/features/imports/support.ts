import type { Client } from '../../support/client.ts';
import type { World } from '../../support/world.ts';

/** Imports, and shows all that came of it. */
export const importContent = /* GraphQL */ `
  mutation ($input: ImportContentInput!) {
    importContent(input: $input) {
      result {
        revisionId
        revision {
          id
          pageCount
          fileCount
        }
        importedResources
        totalResources
        skipped {
          path
          reason
        }
      }
    }
  }
`;

/** A picture of one pixel. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface ImportedResult {
  revisionId: string;
  importedResources: number;
  totalResources: number;
  skipped: { path: string; reason: string }[];
}

/** Imports into a new space, through GraphQL. */
export async function importIntoNewSpace(
  world: World,
  { id: organizationId, admin }: { id: string; admin: Client },
  input: { url: string; source: string },
): Promise<{ spaceId: string; result: ImportedResult }> {
  const { id: spaceId } = await world.space(organizationId);
  const data = await admin.query(importContent, { input: { spaceId, ...input } });
  return { spaceId, result: data.importContent.result };
}

interface ListedPage {
  id: string;
  title: string;
  /** A link has none. */
  slug?: string;
  type: string;
  pages?: ListedPage[];
}

/** The pages of content as `title (slug)`, each with those below it. */
export async function readOutline(client: Client, content: string): Promise<unknown[]> {
  const { body } = await client.get(`${content}/pages`);
  const shown = (pages: ListedPage[]): unknown[] =>
    pages.flatMap(({ title, slug, pages: below = [] }) => {
      const line = slug ? `${title} (${slug})` : title;
      return below.length > 0 ? [line, shown(below)] : [line];
    });
  return shown(body.pages);
}

/** The texts of pages by their titles; ids in them are the titles and names of what they name. */
export async function readTexts(client: Client, content: string): Promise<Record<string, string>> {
  const { body } = await client.get(`${content}/pages`);
  const { body: files } = await client.get(`${content}/files?limit=1000`);
  const names = new Map<string, string>(
    files.items.map(({ id, name }: { id: string; name: string }) => [id, name]),
  );
  const texts: Record<string, string> = {};
  const pages: ListedPage[] = [];
  const visit = (list: ListedPage[]): void => {
    for (const page of list) {
      names.set(page.id, page.title);
      pages.push(page);
      visit(page.pages ?? []);
    }
  };
  visit(body.pages);
  for (const { id, title, type } of pages) {
    if (type !== 'document') continue;
    const page = await client.get(`${content}/page/${id}?format=markdown`);
    const markdown: string = page.body.markdown ?? '';
    texts[title] = markdown.replaceAll(
      /docgraph:(\w+)\/(\w+)/g,
      (_, kind: string, named: string) => `${kind}:${names.get(named) ?? named}`,
    );
  }
  return texts;
}
