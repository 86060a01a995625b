import { describe, expect, it } from 'vitest';
import { plans } from '../../../src/features/organizations/plans.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

const planQuery = /* GraphQL */ `
  query ($id: ID!) {
    organization(id: $id) {
      plan
      billing {
        memberPrice {
          monthly
          yearly
        }
      }
      billingMigration {
        deadline
        discountPercent
        discountEndDate
      }
      trial {
        status
        endDate
        decision
      }
    }
  }
`;

describe('the plan of an organization', () => {
  it.each(Object.entries(plans))('%s has its row in the plan table', async (plan, row) => {
    const { id, admin } = organization;
    await world.db.prisma.organization.update({ where: { id }, data: { plan } });
    const { body } = await admin.get(`/v1/orgs/${id}`);
    expect(body).toMatchObject({
      plan,
      trial: { status: row.trial },
      billing: { interval: 'monthly', endDate: null, hasPaymentFailed: false },
    });
    // What nobody knows is absent, not made up.
    expect(Object.keys(body.trial)).toEqual(['status']);
    expect(body).not.toHaveProperty('internal_billingMigration');
    const data = await admin.query(planQuery, { id });
    expect(data.organization).toEqual({
      plan: plan.toUpperCase(),
      billing: { memberPrice: row.price },
      billingMigration: null,
      trial: {
        status: row.trial === 'none' ? 'NONE' : 'NOT_APPLICABLE',
        endDate: null,
        decision: null,
      },
    });
  });

  it('is one of the table, as the database makes sure', async () => {
    const { id } = organization;
    const update = world.db.prisma.organization.update({ where: { id }, data: { plan: 'gold' } });
    await expect(update).rejects.toThrow('organizations_plan_check');
  });
});
