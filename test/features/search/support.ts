import type { Client } from '../../support/client.ts';

/** A page that a search found, as `/v1` writes it. */
export interface PageItem {
  id: string;
  title: string;
  path: string;
  sections: { id: string; title: string; path: string; body: string; urls: { app: string } }[];
  urls: { app: string };
}

export interface List<Item> {
  next?: { page: string };
  count: number;
  items: Item[];
}

/** What a search in a space finds. */
export async function searchSpace(
  client: Client,
  spaceId: string,
  query: string,
  parameters: Record<string, string> = {},
): Promise<List<PageItem>> {
  const search = new URLSearchParams({ query, ...parameters });
  const { status, body } = await client.get<List<PageItem>>(
    `/v1/spaces/${spaceId}/search?${search}`,
  );
  if (status !== 200) throw new Error(`The search answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** The titles of the pages that a search in a space finds, in order. */
export async function titlesFound(
  client: Client,
  spaceId: string,
  query: string,
): Promise<string[]> {
  return (await searchSpace(client, spaceId, query)).items.map(({ title }) => title);
}
