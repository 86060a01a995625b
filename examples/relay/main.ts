import {
  commitMutation,
  createOperationDescriptor,
  fetchQuery,
  getRequest,
  getSingularSelector,
  type GraphQLTaggedNode,
  type MutationParameters,
  type ReaderFragment,
} from 'relay-runtime';
import createMutation, {
  type spacesCreateMutation,
} from './src/__generated__/spacesCreateMutation.graphql';
import deleteMutation, {
  type spacesDeleteMutation,
} from './src/__generated__/spacesDeleteMutation.graphql';
import paginationQuery, {
  type spacesPaginationQuery,
} from './src/__generated__/spacesPaginationQuery.graphql';
import listQuery, { type spacesQuery } from './src/__generated__/spacesQuery.graphql';
import refetchQuery, {
  type spacesRefetchQuery,
} from './src/__generated__/spacesRefetchQuery.graphql';
import organizationFragment, {
  type spaces_organization$data,
} from './src/__generated__/spaces_organization.graphql';
import spaceFragment, { type spaces_space$data } from './src/__generated__/spaces_space.graphql';
import { environment } from './src/environment.ts';

/** Reads a fragment from the store, as `useFragment` does. */
function read(fragment: ReaderFragment, reference: unknown) {
  const selector = getSingularSelector(fragment, reference);
  if (!selector) throw new Error('The reference belongs to another fragment.');
  return environment.lookup(selector).data;
}

function mutate<Mutation extends MutationParameters>(
  mutation: GraphQLTaggedNode,
  variables: Mutation['variables'],
): Promise<Mutation['response']> {
  return new Promise((resolve, reject) => {
    commitMutation<Mutation>(environment, {
      mutation,
      variables,
      onCompleted: resolve,
      onError: reject,
    });
  });
}

// Keeps the records of the query in the store, as a mounted component does.
environment.retain(createOperationDescriptor(getRequest(listQuery), {}));
const { organizations } =
  (await fetchQuery<spacesQuery>(environment, listQuery, {}).toPromise()) ?? {};
const [organization] = organizations?.nodes ?? [];
if (!organization) throw new Error('The token belongs to a user without an organization.');

/** The spaces that are loaded so far. */
const loaded = () => (read(organizationFragment, organization) as spaces_organization$data).spaces;
const show = (event: string) =>
  console.log(
    `${event}: ${loaded()
      .edges.map(({ node }) => node.title)
      .join(', ')}`,
  );

show('First page');
while (loaded().pageInfo.hasNextPage) {
  // `usePaginationFragment` sends the same query. The connection gets the new edges.
  const variables = { id: organization.id, count: 2, cursor: loaded().pageInfo.endCursor };
  await fetchQuery<spacesPaginationQuery>(environment, paginationQuery, variables).toPromise();
  show('Next page');
}

const connections = [loaded().__id];
const { createSpace } = await mutate<spacesCreateMutation>(createMutation, {
  input: { organizationId: organization.id, title: 'Relay example' },
  connections,
});
show('Created');

const { id } = createSpace.space;
await fetchQuery<spacesRefetchQuery>(environment, refetchQuery, { id }).toPromise();
const { title, editMode } = read(spaceFragment, createSpace.space) as spaces_space$data;
console.log(`Read again by its id: ${title}, ${editMode}`);

await mutate<spacesDeleteMutation>(deleteMutation, { input: { spaceId: id }, connections });
show('Deleted');
