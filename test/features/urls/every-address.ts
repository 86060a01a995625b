import type { Client } from '../../support/client.ts';

/** Query of the ids of everything at an address. */
export const contentByUrl = `query ($url: String!) { contentByUrl(url: $url) {
  organization { id } collection { id } openAPISpec { id } site { id } siteSection { id }
  siteSpace { id } space { id } changeRequest { id } revision { id } page { id } } }`;

/** An object, with the field that finds it by an address of it. */
interface Addressed {
  field: string;
  id: string;
  url: string;
}

/** Returns all objects of a result with an address, and the field that finds each by it. */
function addressedIn(value: unknown): Addressed[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(addressedIn);
  const { id, field, urls } = value as {
    id?: string;
    field?: string;
    urls?: Record<string, string | null>;
  };
  if (id === undefined || field === undefined) return below;
  const own = Object.values(urls ?? {}).flatMap((url) =>
    url === null ? [] : [{ field, id, url }],
  );
  return [...own, ...below];
}

/** Fields of the content at an address, by the types of what they show. */
export const fieldOf: Readonly<Record<string, string>> = {
  DocumentPage: 'page',
  PageGroup: 'page',
  ChangeRequest: 'changeRequest',
  Collection: 'collection',
  OpenAPISpec: 'openAPISpec',
  Organization: 'organization',
  Revision: 'revision',
  Site: 'site',
  SiteSection: 'siteSection',
  SiteSpace: 'siteSpace',
  Space: 'space',
};

/** Returns every object of an organization with an address, once for each of its addresses. */
export async function everyAddress(
  { id, admin }: { id: string; admin: Client },
  shareKey: string,
): Promise<Addressed[]> {
  const page = `__typename id ... on DocumentPage { urls { app } } ... on PageGroup { urls { app } }`;
  const revision = `__typename id urls { app published public }
    pages { ${page} }`;
  const data = await admin.query(
    `query ($id: ID!, $shareKey: String) { organization(id: $id) {
      __typename id urls { app }
      collections(first: 20) { nodes { __typename id urls { app } } }
      openapiSpecs(first: 20) { nodes { __typename id urls { app } } }
      sites(first: 20) { nodes { __typename id urls(shareKey: $shareKey) { app published }
        sections(first: 20) { nodes { __typename id urls(shareKey: $shareKey) { published } } }
        siteSpaces(first: 20) { nodes { __typename id urls(shareKey: $shareKey) { published } } } } }
      spaces(first: 50) { nodes { __typename id urls { app published(shareKey: $shareKey) public }
        content { ${revision} }
        changeRequests(first: 5) { nodes { __typename id urls { app }
          content { ${revision} } } } } } } }`,
    { id, shareKey },
  );
  const named = JSON.parse(JSON.stringify(data), (key, value: unknown) => {
    if (key !== '' && typeof value === 'object' && value !== null && '__typename' in value) {
      return { ...value, field: fieldOf[(value as { __typename: string }).__typename] };
    }
    return value;
  });
  return addressedIn(named);
}
