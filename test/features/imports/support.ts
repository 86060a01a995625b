import { afterAll, beforeAll } from 'vitest';
import { createWebClient } from '../../../src/external/http/create-web-client.ts';
import type { Client } from '../../support/client.ts';
import { sendBytes, startWebSite, type WebSite } from '../../support/web-site.ts';
import { World } from '../../support/world.ts';

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

export interface Imported {
  result: ImportedResult;
  outline: unknown[];
  texts: Record<string, string>;
}

/** Serves files by their paths to a world of their own, which imports them into new spaces. */
export function usePublishedFiles(files: Record<string, Buffer>) {
  let site: WebSite;
  let world: World;
  let organization: { id: string; admin: Client };

  beforeAll(async () => {
    const answers = Object.entries(files).map(([path, bytes]) => [
      path,
      sendBytes('application/octet-stream', bytes),
    ]);
    site = await startWebSite(Object.fromEntries(answers));
    world = await World.create({ web: createWebClient({ intranetHosts: [site.host] }) });
    organization = await world.organization();
  });

  afterAll(() => Promise.all([world.destroy(), site.stop()]));

  return {
    /** Imports a file, and reads what came of it. */
    imported: async (path: string, source: string): Promise<Imported> => {
      const url = `${site.url}${path}`;
      const { spaceId, result } = await importIntoNewSpace(world, organization, { url, source });
      const content = `/v1/spaces/${spaceId}/content`;
      const outline = await readOutline(organization.admin, content);
      return { result, outline, texts: await readTexts(organization.admin, content) };
    },
    /** What an import is refused with. */
    refusal: async (path: string, source: string): Promise<string | undefined> => {
      const { id: spaceId } = await world.space(organization.id);
      const input = { spaceId, url: `${site.url}${path}`, source };
      const { errors } = await organization.admin.graphql(importContent, { input });
      return errors?.[0]?.message;
    },
  };
}
