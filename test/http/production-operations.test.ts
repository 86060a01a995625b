import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from '../support/world.ts';

let production: World;
let development: World;

beforeAll(async () => {
  [production, development] = await Promise.all([
    World.create({ production: true }),
    World.create(),
  ]);
});

afterAll(() => Promise.all([production.destroy(), development.destroy()]));

const misspelled = '{ viewer { displayNam } }';

describe('the schema in production', () => {
  it.each([
    ['the usual query', getIntrospectionQuery()],
    ['one type', '{ __type(name: "User") { name } }'],
    ['a fragment', '{ ...F } fragment F on Query { s: __schema { queryType { name } } }'],
  ])('is shown to those with a token only, whoever asked before: %s', async (_title, query) => {
    const user = await production.user();
    expect((await user.graphql(query)).errors).toBeUndefined();
    const refused = await production.anonymous().graphql(query);
    expect(refused).toMatchObject({
      status: 401,
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect(refused.data).toBeUndefined();
    expect((await user.graphql(query)).errors).toBeUndefined();
  });

  it('does not count __typename as a look at the schema', async () => {
    const { data } = await production.anonymous().graphql('{ __typename }');
    expect(data).toEqual({ __typename: 'Query' });
  });

  it('is not given away by suggestions', async () => {
    const { errors } = await production.anonymous().graphql(misspelled);
    expect(errors?.[0]?.message).toBe('Cannot query field "displayNam" on type "User".');
    const input = { input: { spaceid: 'sp_1' } };
    const text =
      'mutation ($input: DeleteSpaceInput!) { deleteSpace(input: $input) { __typename } }';
    const inVariables = await production.anonymous().graphql(text, input);
    expect(JSON.stringify(inVariables.errors)).toMatch(/spaceid/);
    expect(JSON.stringify(inVariables.errors)).not.toMatch(/mean/);
  });

  it('is open in development', async () => {
    const anonymous = development.anonymous();
    expect((await anonymous.graphql(getIntrospectionQuery())).errors).toBeUndefined();
    const { errors } = await anonymous.graphql(misspelled);
    expect(errors?.[0]?.message).toContain('Did you mean "displayName"?');
  });
});
