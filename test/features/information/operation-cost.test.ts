import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

const document = `query Cost($query: String!, $variables: JSONObject, $operationName: String) {
  operationCost(query: $query, variables: $variables, operationName: $operationName) {
    cost costLimit depth depthLimit
  }
}`;

const lists = (first: number) =>
  `{ organizations(first: 100) { nodes { spaces(first: ${first}) { nodes { changeRequests(first: 100) { nodes { id } } } } } } }`;

async function costOf(variables: Record<string, unknown>) {
  const { data, errors } = await organization.admin.graphql(document, variables);
  return { cost: data?.operationCost, message: errors?.[0]?.message };
}

describe('the cost of an operation', () => {
  it('is told before it runs, with the limits', async () => {
    const { cost } = await costOf({ query: '{ organizations(first: 10) { nodes { id title } } }' });
    expect(cost).toEqual({ cost: 31, costLimit: 1_000_000, depth: 3, depthLimit: 30 });
  });

  it('is the one that a refusal names', async () => {
    const { cost } = await costOf({ query: lists(100) });
    expect(cost.cost).toBeGreaterThan(cost.costLimit);
    const refused = await organization.admin.graphql(lists(100));
    expect(refused.errors?.[0]?.message).toContain(`has a cost of ${cost.cost}, `);
  });

  it('depends on the variables and on the chosen operation', async () => {
    const query = `query A($n: Int!) { organizations(first: $n) { nodes { id } } } query B { viewer { id } }`;
    const few = await costOf({ query, operationName: 'A', variables: { n: 1 } });
    const many = await costOf({ query, operationName: 'A', variables: { n: 50 } });
    expect(many.cost.cost - few.cost.cost).toBe(98);
    expect((await costOf({ query, operationName: 'B' })).cost.cost).toBe(2);
  });

  it('runs nothing', async () => {
    const { id, admin } = organization;
    const query = `mutation { updateOrganization(input: { organizationId: "${id}", title: "Changed" }) { organization { id } } }`;
    expect((await costOf({ query })).cost.cost).toBeGreaterThan(0);
    expect((await admin.get(`/v1/orgs/${id}`)).body.title).not.toBe('Changed');
  });

  it.each([
    ['no document', { query: '{' }, /^"query" is no document: Syntax Error: [^.]+\.$/],
    ['an unknown field', { query: '{ nothing }' }, /^"query" is no valid document: .*"nothing"/],
    ['a document of too many tokens', { query: `{${' id'.repeat(5000)}}` }, /4000 tokens/],
    ['no such operation', { query: '{ __typename }', operationName: 'A' }, /^"operationName" must/],
    [
      'variables that do not fit',
      { query: 'query ($id: ID!) { node(id: $id) { id } }', variables: { id: {} } },
      /^"variables" do not fit the operation: Variable "\$id" got invalid value/,
    ],
    ['long literals', { query: `{ node(ids: "${'a'.repeat(100_000)}") { id } }` }, /^.{1,400}$/],
  ])('is not told of %s, but what is wrong', async (_name, variables, message) => {
    const result = await costOf(variables);
    expect(result.message).toMatch(message);
    expect(result.cost ?? null).toBeNull();
  });

  it('is for people with a token', async () => {
    const { errors } = await world.anonymous().graphql(document, { query: '{ __typename }' });
    expect(errors?.[0]?.extensions?.['code']).toBe('UNAUTHENTICATED');
  });
});
