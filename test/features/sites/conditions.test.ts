import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createSite, ok, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

/** A section and a site-space of a new site: what takes conditions, on both surfaces. */
async function takers() {
  const site = await createSite(world, { organization });
  const section = await site.addSection();
  const siteSpace = section.siteSpaces[0];
  const key = { organizationId: organization.id, siteId: site.id };
  return [
    {
      url: `${site.url}/sections/${section.id}`,
      mutation: `mutation ($input: UpdateSiteSectionInput!) {
        updateSiteSection(input: $input) { section { condition } } }`,
      input: { ...key, siteSectionId: section.id as string },
    },
    {
      url: `${site.url}/site-spaces/${siteSpace.id}`,
      mutation: `mutation ($input: UpdateSiteSpaceInput!) {
        updateSiteSpace(input: $input) { siteSpace { condition } } }`,
      input: { ...key, siteSpaceId: siteSpace.id as string },
    },
  ];
}

describe('the condition of a section and of a site-space', () => {
  it('is refused where it does not parse: the error points at the place, on both surfaces', async () => {
    const condition = 'visitor.claims.isBeta &&\n  visitor.plan == "pro"';
    const message = [
      '"condition" is not a valid condition, at line 2, column 11: no such key: plan',
      '',
      '  visitor.plan == "pro"',
      '          ^',
    ].join('\n');
    for (const { url, mutation, input } of await takers()) {
      const before = ok(await organization.admin.patch(url, { condition: 'true' }));
      expect(refusal(await organization.admin.patch(url, { condition }))).toEqual({
        status: 400,
        message,
      });
      const { errors } = await organization.admin.graphql(mutation, {
        input: { ...input, condition },
      });
      expect(errors).toMatchObject([
        { message, extensions: { code: 'BAD_USER_INPUT', inputPath: ['input', 'condition'] } },
      ]);
      expect(ok(await organization.admin.patch(url, {}))).toEqual(before);
    }
  });

  it('is kept when it is left out, changed by a value, removed by null', async () => {
    for (const { url } of await takers()) {
      const set = ok(await organization.admin.patch(url, { condition: 'visitor.claims.isBeta' }));
      expect(set.condition).toBe('visitor.claims.isBeta');
      expect(ok(await organization.admin.patch(url, {})).condition).toBe('visitor.claims.isBeta');
      expect(ok(await organization.admin.patch(url, { condition: null }))).not.toHaveProperty(
        'condition',
      );
    }
  });

  it.each([
    ['visitor.claims.age', true],
    ['visitor.claims.age >= 18', true],
    ['size(visitor.claims.roles)', false],
    ['"yes"', false],
    ['visitor.claims.name.matches("(a+)+$")', false],
    [`${'('.repeat(400)}true${')'.repeat(400)}`, false],
  ])('%s is taken, when it can be a boolean: %s', async (condition, taken) => {
    for (const { url } of await takers()) {
      const { status } = await organization.admin.patch(url, { condition });
      expect(status).toBe(taken ? 200 : 400);
    }
  });
});
