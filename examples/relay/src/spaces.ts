// The operations, as components of an app contain them. A bundler with babel-plugin-relay replaces
// each by its artifact. Node runs this example without one, so main.ts imports the artifacts.
import { graphql } from 'relay-runtime';

void graphql`
  query spacesQuery {
    organizations(first: 1) {
      nodes {
        id
        title
        ...spaces_organization
      }
    }
  }
`;

/** The fragment of `usePaginationFragment`. */
void graphql`
  fragment spaces_organization on Organization
  @refetchable(queryName: "spacesPaginationQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" }) {
    spaces(first: $count, after: $cursor) @connection(key: "spaces_organization_spaces") {
      __id
      pageInfo {
        endCursor
        hasNextPage
      }
      edges {
        node {
          id
          title
          ...spaces_space
        }
      }
    }
  }
`;

/** The fragment of `useRefetchableFragment`: its query reads a space again by `node(id:)`. */
void graphql`
  fragment spaces_space on Space @refetchable(queryName: "spacesRefetchQuery") {
    id
    title
    editMode
  }
`;

void graphql`
  mutation spacesCreateMutation($input: CreateSpaceInput!, $connections: [ID!]!) {
    createSpace(input: $input) {
      space @appendNode(connections: $connections, edgeTypeName: "SpaceEdge") {
        id
        title
        ...spaces_space
      }
    }
  }
`;

void graphql`
  mutation spacesDeleteMutation($input: DeleteSpaceInput!, $connections: [ID!]!) {
    deleteSpace(input: $input) {
      deletedSpaceId @deleteEdge(connections: $connections)
    }
  }
`;
