import type { Client } from '../../support/client.ts';

/** A reference as `/v1` writes it, by what a test tells it apart. */
function nameOf(reference: Reference | undefined): string {
  if (!reference) return '-';
  const { kind, page, file, url, space, collection, user } = reference;
  const { reusableContent, openAPISpec } = reference;
  const place = reference.internalLocation;
  const anchor = place?.type === 'anchor' ? `#${place.anchor}` : '';
  const name =
    page?.title ??
    file?.name ??
    url ??
    collection?.title ??
    user?.displayName ??
    reusableContent?.title ??
    openAPISpec?.slug ??
    space?.title;
  return `${kind} ${name}${anchor}`;
}

interface Reference {
  kind: string;
  url?: string;
  page?: { title: string };
  file?: { name: string };
  space?: { title: string };
  collection?: { title: string };
  user?: { displayName: string };
  reusableContent?: { title: string };
  openAPISpec?: { slug: string };
  internalLocation?: { type: string; anchor?: string; node?: string };
}

export interface LinkList {
  next?: { page: string };
  count: number;
  items: {
    status: string;
    relation: string;
    targetReference?: Reference;
    locationReferences: Reference[];
  }[];
  stats: { total: number; broken: { total: number; changeRequest: number } };
}

/** A list of links as `/v1` answers it. */
export async function linksAt(client: Client, path: string): Promise<LinkList> {
  const { status, body } = await client.get<LinkList & { error?: object }>(path);
  if (status !== 200) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** The links at an address, each in a line: `ok page Install#linux`. */
export async function linesAt(client: Client, path: string): Promise<string[]> {
  return linesOf(await linksAt(client, path));
}

/** Links, each in a line, sorted. */
export function linesOf({ items }: LinkList): string[] {
  return items
    .map(({ status, relation, targetReference }) =>
      [status, ...(relation === 'dependsOn' ? ['shown'] : []), nameOf(targetReference)].join(' '),
    )
    .toSorted();
}

/** What links to something, by title. */
export async function backlinksAt(client: Client, path: string): Promise<string[]> {
  const { status, body } = await client.get<{ items: Reference[] }>(path);
  if (status !== 200) throw new Error(`${path} answers ${status}.`);
  return body.items.map((item) => nameOf(item));
}
