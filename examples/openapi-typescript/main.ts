import createClient from 'openapi-fetch';
import type { components, paths } from './__generated__/v1.ts';

const { DOCGRAPH_URL = 'http://127.0.0.1:4000', DOCGRAPH_TOKEN = '' } = process.env;

type Space = components['schemas']['Space'];

const client = createClient<paths>({
  baseUrl: DOCGRAPH_URL,
  headers: { authorization: `Bearer ${DOCGRAPH_TOKEN}` },
});

/** Returns the data of a response. @throws Error with the message of docgraph */
function dataOf<Data>({ data, error }: { data?: Data; error?: components['schemas']['Error'] }) {
  if (data === undefined) throw new Error(error?.error.message ?? 'No response.');
  return data;
}

/** All spaces of an organization, page by page. */
async function* spacesOf(organizationId: string): AsyncGenerator<Space> {
  let page: string | undefined;
  do {
    const list = dataOf(
      await client.GET('/v1/orgs/{organizationId}/spaces', {
        params: { path: { organizationId }, query: { limit: 2, page } },
      }),
    );
    yield* list.items;
    page = list.next?.page;
  } while (page !== undefined);
}

const [organization] = dataOf(await client.GET('/v1/orgs')).items;
if (!organization) throw new Error('The token belongs to a user without an organization.');
const organizationId = organization.id;
for await (const { title } of spacesOf(organizationId)) console.log(`Space: ${title}`);

const created = dataOf(
  await client.POST('/v1/orgs/{organizationId}/spaces', {
    params: { path: { organizationId } },
    body: { title: 'OpenAPI example' },
  }),
);
console.log(`Created: ${created.title}, ${created.editMode}`);

const path = { spaceId: created.id };
const { response } = await client.DELETE('/v1/spaces/{spaceId}', { params: { path } });
console.log(`Deleted: ${response.status}`);
