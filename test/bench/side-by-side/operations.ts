import type { ContenderName } from './contenders.ts';

const pageInfo = 'pageInfo { hasNextPage endCursor }';

/** Documents of the operations of `/graphql`. */
export const documents = {
  Nested: `query Nested($id: ID!) { organization(id: $id) { id title sites(first: 5) { edges { node {
    id title createdAt sections(first: 4) { edges { node { id title siteSpaces(first: 3) { edges {
    node { id path space { id title changeRequests(first: 5, status: null) { edges { node { id
    number subject status createdAt comments(first: 3) { edges { node { id body { markdown }
    postedAt postedBy { id displayName } } } ${pageInfo} } } } ${pageInfo} } } } } ${pageInfo} } } }
    ${pageInfo} } } } ${pageInfo} } } }`,
  Small: `query Small($id: ID!) { organization(id: $id) { id title sites(first: 3) { edges { node {
    id title sections(first: 2) { edges { node { id title siteSpaces(first: 2) { edges { node { id
    space { id title changeRequests(first: 2, status: null) { edges { node { id subject } } } } } }
    } } } } } } } } }`,
  Counts: `query Counts($id: ID!) { organization(id: $id) { id sites(first: 5) { totalCount edges {
    node { id title sections(first: 4) { totalCount edges { node { id siteSpaces(first: 3) {
    totalCount edges { node { id space { id changeRequests(first: 5, status: null) { totalCount
    edges { node { id subject } } } } } } } } } } } } } } }`,
  Sites: `query Sites($id: ID!) { organization(id: $id) { sites(first: 50) { totalCount edges {
    cursor node { id title createdAt } } ${pageInfo} } } }`,
  ChangeRequests: `query ChangeRequests($id: ID!) { space(id: $id) { changeRequests(first: 50,
    status: null) { totalCount edges { cursor node { id number subject status createdAt } }
    ${pageInfo} } } }`,
  DeepPage: `query DeepPage($id: ID!, $after: String, $first: Int) { space(id: $id) {
    changeRequests(first: $first, after: $after, status: null) { edges { cursor node { id number
    subject status createdAt } } ${pageInfo} } } }`,
  Node: `query Node($id: ID!) { node(id: $id) { id ... on ChangeRequest { number subject status
    createdAt updatedAt revisionId revisionInitialId revisionMergedAncestorId revisionMergedId } } }`,
  Comment: `mutation Comment($spaceId: ID!, $changeRequestId: ID!, $markdown: String!) {
    createComment(input: { spaceId: $spaceId, changeRequestId: $changeRequestId,
    body: { markdown: $markdown } }) { comment { id body { markdown } postedAt postedBy { id
    displayName } status } } }`,
  Edit: `mutation Edit($spaceId: ID!, $changeRequestId: ID!, $subject: String!) {
    updateChangeRequest(input: { spaceId: $spaceId, changeRequestId: $changeRequestId,
    subject: $subject }) { changeRequest { id number subject status updatedAt } } }`,
} as const;

/** Paths of the lists of the REST interface, with the ids that take turns. */
const paths = {
  'v1 sites': (number: number) => `/v1/orgs/${rowId('org', 21 + (number % 5))}/sites?limit=50`,
  'v1 change requests': () => `/v1/spaces/${longSpace}/change-requests?limit=100`,
} as const;

type DocumentName = keyof typeof documents;
type PathName = keyof typeof paths;
export type OperationName = DocumentName | PathName;

export const operationNames = [...Object.keys(documents), ...Object.keys(paths)] as OperationName[];

/** An HTTP request to a contender. */
export interface Request {
  path: string;
  method: 'GET' | 'POST';
  body?: string;
}

const longSpace = rowId('sp', 900_000);
const spaceToWriteTo = rowId('sp', 900_001);

const numbers = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => first + index);

/** The id of a row of data.sql. */
export function rowId(prefix: string, number: number): string {
  return `${prefix}_${String(number).padStart(26, '0')}`;
}

const isPath = (operation: OperationName): operation is PathName => operation in paths;

/** Whether only the product and the hand-written server can run an operation. */
export function isOfProduct(operation: OperationName): boolean {
  return isPath(operation) || documents[operation].startsWith('mutation');
}

/**
 * Requests of an operation, which take turns.
 *
 * @param send sends a request to the contender, for the cursor of a page in the middle of a list
 */
export async function requestsOf(
  contender: ContenderName,
  operation: OperationName,
  send: (request: Request) => Promise<unknown>,
): Promise<Request[]> {
  if (isPath(operation)) {
    return numbers(5).map((number) => ({ method: 'GET', path: paths[operation](number) }));
  }
  const query = documentIn(contender, documents[operation]);
  const requestOf = (variables: object): Request => ({
    ...{ method: 'POST', path: '/graphql' },
    body: JSON.stringify({ query, operationName: operation, variables }),
  });
  const variables = variablesOf(contender, operation);
  if (operation !== 'DeepPage') return variables.map(requestOf);
  let after: string | undefined;
  for (const _ of numbers(120)) {
    const page = (await send(requestOf({ ...variables[0], first: 100, after }))) as Page;
    after = page.data.space.changeRequests.pageInfo.endCursor;
  }
  return [requestOf({ ...variables[0], after })];
}

interface Page {
  data: { space: { changeRequests: { pageInfo: { endCursor: string } } } };
}

function variablesOf(contender: ContenderName, operation: DocumentName): object[] {
  const ids = (type: string, prefix: string, of: readonly number[]) =>
    of.map((number) => ({ id: nodeId(contender, type, rowId(prefix, number)) }));
  switch (operation) {
    case 'Nested':
    case 'Small':
    case 'Counts':
      return ids('Organization', 'org', numbers(20));
    case 'Sites':
      return ids('Organization', 'org', numbers(5, 21));
    case 'ChangeRequests':
      return [{ id: nodeId(contender, 'Space', longSpace) }];
    case 'DeepPage':
      return [{ id: nodeId(contender, 'Space', longSpace), first: 20 }];
    case 'Node':
      return ids('ChangeRequest', 'cr', numbers(500));
    case 'Comment':
    case 'Edit':
      return numbers(20).map((number) => ({
        spaceId: spaceToWriteTo,
        changeRequestId: rowId('cr', 9_000_000 + number),
        ...(operation === 'Edit'
          ? { subject: `Subject ${number}` }
          : { markdown: 'This paragraph should mention the new navigation.' }),
      }));
  }
}

/** The global id that a contender makes of a row's. */
function nodeId(contender: ContenderName, type: string, id: string): string {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  if (contender.startsWith('PostGraphile')) return encode(JSON.stringify([type, id]));
  return contender === 'plain Pothos' ? encode(`${type}:${id}`) : id;
}

function documentIn(contender: ContenderName, document: string): string {
  if (contender.startsWith('PostGraphile')) return forPostgraphile(document);
  return contender === 'plain Pothos' ? forPlainPothos(document) : document;
}

/** A document of the product in the field names of PostGraphile. */
function forPostgraphile(document: string): string {
  const orderedBy = (order: string) => `(orderBy: [${order}], first`;
  return document
    .replaceAll(/,\s+status: null/g, '')
    .replace('body { markdown }', 'markdown')
    .replace('$after: String', '$after: Cursor')
    .replace(/\bsites\(first/, `sites: sitesByOrganizationId${orderedBy('CREATED_AT_ASC')}`)
    .replace(/\bsections\(first/, `sections: siteSectionsBySiteId${orderedBy('POSITION_ASC')}`)
    .replace(/siteSpaces\(first/, `siteSpaces: siteSpacesBySectionId${orderedBy('POSITION_ASC')}`)
    .replace(/space \{/, 'space: spaceBySpaceId {')
    .replace(
      /changeRequests\(first/,
      `changeRequests: changeRequestsBySpaceId${orderedBy('CREATED_AT_DESC, PRIMARY_KEY_DESC')}`,
    )
    .replace(
      /comments\(first/,
      `comments: commentsByChangeRequestId${orderedBy('POSTED_AT_DESC, PRIMARY_KEY_DESC')}`,
    );
}

/** A document of the product for the plain Pothos schema, which has no filter by status. */
function forPlainPothos(document: string): string {
  return document.replaceAll(/,\s+status: null/g, '').replace('body { markdown }', 'markdown');
}
