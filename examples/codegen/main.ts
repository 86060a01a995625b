import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import {
  CreateSpaceDocument,
  DeleteSpaceDocument,
  SpacesDocument,
} from './__generated__/operations.ts';

const { DOCGRAPH_URL = 'http://127.0.0.1:4000', DOCGRAPH_TOKEN = '' } = process.env;

/** Runs an operation. The types of its variables and data come from the document. */
async function request<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const response = await fetch(`${DOCGRAPH_URL}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DOCGRAPH_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const { data, errors } = (await response.json()) as {
    data: Data;
    errors?: { message: string }[];
  };
  if (errors) throw new Error(errors.map(({ message }) => message).join('\n'));
  return data;
}

const { organizations } = await request(SpacesDocument, { first: 2 });
const [organization] = organizations.nodes;
if (!organization) throw new Error('The token belongs to a user without an organization.');
const { id: organizationId, spaces } = organization;
console.log(`Spaces: ${spaces.nodes.map(({ title }) => title).join(', ')} of ${spaces.totalCount}`);

const { createSpace } = await request(CreateSpaceDocument, {
  input: { organizationId, title: 'Codegen example', editMode: 'LIVE' },
});
console.log(`Created: ${createSpace.space.title}, ${createSpace.space.editMode}`);

const { deleteSpace } = await request(DeleteSpaceDocument, { spaceId: createSpace.space.id });
console.log(`Deleted: ${deleteSpace.deletedSpaceId === createSpace.space.id}`);
