import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeOfStatus } from '../../../src/errors.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { lawCount } from '../../support/law-count.ts';

const world = useWorld();

const PEOPLE = 4;

/** What somebody does to somebody, perhaps to themselves. */
interface Step {
  kind: 'demote' | 'promote' | 'disable' | 'enable' | 'remove';
  actor: number;
  target: number;
}

const someStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('demote', 'demote', 'promote', 'disable', 'enable', 'remove'),
  actor: fc.nat(PEOPLE - 1),
  target: fc.nat(PEOPLE - 1),
});

const history = fc.array(fc.array(someStep, { minLength: 1, maxLength: 4 }), {
  minLength: 6,
  maxLength: 12,
});

const changes = {
  demote: { role: 'EDIT' },
  promote: { role: 'ADMIN' },
  disable: { disabled: true },
  enable: { disabled: false },
};

const updateMember = `mutation ($input: UpdateMemberInput!) {
  updateMember(input: $input) { member { role } } }`;

/** Takes a step; answers what refused it. */
async function take(organizationId: string, people: readonly Client[], step: Step) {
  const { kind, actor, target } = step;
  const [client, userId] = [people[actor], people[target]?.userId];
  if (!client) throw new Error(`There is no person ${actor}.`);
  if (kind === 'remove') {
    const { status } = await client.delete(`/v1/orgs/${organizationId}/members/${userId}`);
    return codeOfStatus(status);
  }
  const input = { organizationId, userId, ...changes[kind] };
  return client.errorCode(updateMember, { input });
}

it('an organization keeps an admin who can act, whatever admins do to each other at once', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (moments) => {
      const { id: organizationId, admin } = await world.organization();
      const people = [admin];
      while (people.length < PEOPLE) people.push(await world.member(organizationId, 'admin'));
      for (const steps of moments) {
        const codes = await Promise.all(steps.map((step) => take(organizationId, people, step)));
        // A step may be committed, and its actor removed before the answer is read.
        const known = [undefined, 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RESULT_UNAVAILABLE'];
        expect(known).toEqual(expect.arrayContaining(codes));
        const where = { organizationId, role: 'admin', disabled: false };
        expect(await world.db.prisma.member.count({ where })).toBeGreaterThan(0);
      }
    }),
    { numRuns: lawCount(6, 'LAST_ADMIN_HISTORIES'), endOnFailure: true },
  );
});
