import { Client, fetchExchange, gql, type TypedDocumentNode } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';

const { DOCGRAPH_URL = 'http://127.0.0.1:4000', DOCGRAPH_TOKEN = '' } = process.env;

interface Space {
  id: string;
  title: string;
}

interface SpacesData {
  organizations: {
    nodes: {
      id: string;
      spaces: {
        edges: { node: Space }[];
        pageInfo: { endCursor: string | null; hasNextPage: boolean };
      };
    }[];
  };
}

const SPACES: TypedDocumentNode<SpacesData, { after?: string | null }> = gql`
  query Spaces($after: String) {
    organizations(first: 1) {
      nodes {
        id
        spaces(first: 2, after: $after) {
          edges {
            node {
              id
              title
            }
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
      }
    }
  }
`;

const RENAME: TypedDocumentNode<unknown, { spaceId: string; title: string }> = gql`
  mutation Rename($spaceId: ID!, $title: String!) {
    updateSpace(input: { spaceId: $spaceId, title: $title }) {
      space {
        id
        title
      }
    }
  }
`;

const client = new Client({
  url: `${DOCGRAPH_URL}/graphql`,
  preferGetMethod: false,
  fetchOptions: { headers: { authorization: `Bearer ${DOCGRAPH_TOKEN}` } },
  exchanges: [
    cacheExchange({
      // Lists without an id of their own are part of the object that they are read from.
      keys: { OrganizationConnection: () => null },
      resolvers: { Organization: { spaces: relayPagination() } },
    }),
    fetchExchange,
  ],
});

let data: SpacesData | undefined;
const watching = client.query(SPACES, {}).subscribe((result) => {
  if (result.error) throw result.error;
  data = result.data;
});

/** The spaces that are loaded so far. */
function loaded() {
  const [organization] = data?.organizations.nodes ?? [];
  if (!organization) throw new Error('The token belongs to a user without an organization.');
  return organization.spaces;
}
const show = (event: string) =>
  console.log(
    `${event}: ${loaded()
      .edges.map(({ node }) => node.title)
      .join(', ')}`,
  );

await client.query(SPACES, {}).toPromise();
show('First page');
while (loaded().pageInfo.hasNextPage) {
  await client.query(SPACES, { after: loaded().pageInfo.endCursor }).toPromise();
  show('Next page');
}

const [first] = loaded().edges;
if (first) {
  const { id: spaceId, title } = first.node;
  const rename = async (to: string) => {
    const { error } = await client.mutation(RENAME, { spaceId, title: to }).toPromise();
    if (error) throw error;
  };
  // The cache finds the space by its id, and the list shows the new title.
  await rename(`${title}, renamed`);
  show('Renamed');
  await rename(title);
  show('Renamed back');
}
watching.unsubscribe();
