import { describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

const urlOf = (userId: string) => `/v1/orgs/${organization.id}/members/${userId}`;

const setMemberSSO = /* GraphQL */ `
  mutation ($input: SetMemberSSOInput!) {
    setMemberSSO(input: $input) {
      member {
        sso
      }
    }
  }
`;

describe('the single sign-on of a member', () => {
  it('is allowed on /v1, as often as one likes', async () => {
    const { userId } = await world.member(organization.id, 'read');
    for (let count = 0; count < 2; count += 1) {
      const { status, body } = await organization.admin.post(`${urlOf(userId)}/sso`);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { object: 'member', id: userId, role: 'read', sso: true },
      });
    }
  });

  it('is allowed and taken back in the graph', async () => {
    const { userId } = await world.member(organization.id, 'read');
    const input = { organizationId: organization.id, userId };
    const set = async (change: object) =>
      (await organization.admin.query(setMemberSSO, { input: { ...input, ...change } }))
        .setMemberSSO.member.sso as boolean;
    expect(await set({})).toBe(true);
    expect(await set({ sso: false })).toBe(false);
    expect((await organization.admin.get(urlOf(userId))).body.sso).toBe(false);
  });

  it('is for admins to allow on both surfaces', async () => {
    const cast = await world.cast(organization.id);
    const { userId } = await world.member(organization.id, 'read');
    const expected = allowedFrom('admin');
    const rest = await restOutcomes(cast, (client) => client.post(`${urlOf(userId)}/sso`));
    expect(rest).toEqual(expected);
    const input = { organizationId: organization.id, userId };
    const graph = await graphOutcomes(cast, (client) => client.errorCode(setMemberSSO, { input }));
    expect(graph).toEqual(expected);
  });
});
