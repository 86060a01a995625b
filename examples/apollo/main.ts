import { createHash } from 'node:crypto';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import type { TypedDocumentNode } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { relayStylePagination } from '@apollo/client/utilities';

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

const client = new ApolloClient({
  cache: new InMemoryCache({
    typePolicies: { Organization: { fields: { spaces: relayStylePagination() } } },
  }),
  link: ApolloLink.from([
    // Sends the hash of a query in place of its text, which docgraph gets once.
    new PersistedQueryLink({
      sha256: (query) => createHash('sha256').update(query).digest('hex'),
    }),
    new HttpLink({
      uri: `${DOCGRAPH_URL}/graphql`,
      headers: { authorization: `Bearer ${DOCGRAPH_TOKEN}` },
    }),
  ]),
});

await client.query({ query: SPACES });
const query = client.watchQuery({ query: SPACES });

/** The spaces that are loaded so far, as `useQuery` returns them. */
function loaded() {
  const [organization] = client.readQuery({ query: SPACES })?.organizations.nodes ?? [];
  if (!organization) throw new Error('The token belongs to a user without an organization.');
  return organization.spaces;
}
const show = (event: string) =>
  console.log(
    `${event}: ${loaded()
      .edges.map(({ node }) => node.title)
      .join(', ')}`,
  );

show('First page');
while (loaded().pageInfo.hasNextPage) {
  await query.fetchMore({ variables: { after: loaded().pageInfo.endCursor } });
  show('Next page');
}

const [first] = loaded().edges;
if (first) {
  const { id: spaceId, title } = first.node;
  const rename = (to: string) =>
    client.mutate({ mutation: RENAME, variables: { spaceId, title: to } });
  // The cache finds the space by its id, and the list shows the new title.
  await rename(`${title}, renamed`);
  show('Renamed');
  await rename(title);
  show('Renamed back');
}
