import { describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../../support/cast.ts';
import type { Client } from '../../../support/client.ts';
import { useOrganization, useWorld } from '../../../support/use-world.ts';
import { createSite, ok, refusal } from '../support.ts';

const world = useWorld();
const organization = useOrganization(world);

const jsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    plan: { type: 'string', enum: ['pro', 'free'], description: 'The plan' },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: { isBeta: { type: 'boolean', description: 'Whether they try what is new.' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const update = /* GraphQL */ `
  mutation ($input: UpdateSiteAdaptiveSchemaInput!) {
    updateSiteAdaptiveSchema(input: $input) {
      site {
        id
      }
      adaptiveSchema {
        jsonSchema
        updatedAt
        attributes {
          path
          claim
          signed
          type
          itemType
          values
          description
        }
      }
    }
  }
`;

describe('the adaptive schema of a site', () => {
  it('is not there at first, and what is written then, on both surfaces', async () => {
    const site = await createSite(world, { organization });
    const url = `${site.url}/adaptive-schema`;
    expect(refusal(await site.admin.get(url))).toEqual({
      status: 404,
      message: 'The site has no adaptive schema: define one with PUT.',
    });
    expect(ok(await site.admin.get(`${url}/template-conditions`))).toEqual({ items: [] });
    const written = ok(await site.admin.put(url, { jsonSchema }));
    expect(written).toEqual({
      object: 'site-adaptive-schema',
      jsonSchema,
      updatedAt: expect.any(String),
    });
    expect(JSON.stringify(written.jsonSchema)).toBe(JSON.stringify(jsonSchema));
    expect(ok(await site.admin.get(url))).toEqual(written);
    const key = { organizationId: organization.id, siteId: site.id };
    const replaced = await site.admin.query(update, {
      input: { ...key, jsonSchema: { ...jsonSchema, properties: {} } },
    });
    expect(replaced.updateSiteAdaptiveSchema).toMatchObject({
      site: { id: site.id },
      adaptiveSchema: { jsonSchema: { properties: {} }, attributes: [] },
    });
    expect(ok(await site.admin.get(url)).jsonSchema.properties).toEqual({});
  });

  it('tells its attributes and suggests conditions, which can be used as they are', async () => {
    const site = await createSite(world, { organization });
    const section = await site.addSection();
    const key = { organizationId: organization.id, siteId: site.id };
    const { updateSiteAdaptiveSchema } = await site.admin.query(update, {
      input: { ...key, jsonSchema },
    });
    expect(updateSiteAdaptiveSchema.adaptiveSchema.attributes).toEqual([
      {
        path: ['plan'],
        claim: 'visitor.claims.plan',
        signed: true,
        type: 'ENUM',
        itemType: null,
        values: ['pro', 'free'],
        description: 'The plan',
      },
      {
        path: ['unsigned', 'isBeta'],
        claim: 'visitor.claims.unsigned.isBeta',
        signed: false,
        type: 'BOOLEAN',
        itemType: null,
        values: null,
        description: 'Whether they try what is new.',
      },
    ]);
    const { items } = ok(await site.admin.get(`${site.url}/adaptive-schema/template-conditions`));
    expect(items).toEqual([
      { description: 'The plan: pro', condition: 'visitor.claims.plan == "pro"' },
      { description: 'The plan: free', condition: 'visitor.claims.plan == "free"' },
      {
        description: 'Whether they try what is new.',
        condition: 'visitor.claims.unsigned.isBeta',
      },
    ]);
    for (const { condition } of items) {
      ok(await site.admin.patch(`${site.url}/sections/${section.id}`, { condition }));
    }
  });

  it('is refused by the place that is wrong, and stays as it was', async () => {
    const site = await createSite(world, { organization });
    const url = `${site.url}/adaptive-schema`;
    const before = ok(await site.admin.put(url, { jsonSchema }));
    const wrong = {
      ...jsonSchema,
      properties: { plan: { type: 'boolean', description: 'x', default: true } },
    };
    const message =
      '"jsonSchema" is wrong at /properties/plan/default, which is not a keyword of adaptive schemas.';
    expect(refusal(await site.admin.put(url, { jsonSchema: wrong }))).toEqual({
      status: 400,
      message,
    });
    const key = { organizationId: organization.id, siteId: site.id };
    const { errors } = await site.admin.graphql(update, { input: { ...key, jsonSchema: wrong } });
    expect(errors).toMatchObject([
      { message, extensions: { code: 'BAD_USER_INPUT', inputPath: ['input', 'jsonSchema'] } },
    ]);
    expect(ok(await site.admin.get(url))).toEqual(before);
  });

  it.each([
    [{}, '"jsonSchema" is required'],
    [{ jsonSchema: null }, '"jsonSchema" must not be null'],
    [{ jsonSchema: 'x' }, '"jsonSchema" must be'],
    [{ jsonSchema: [] }, '"jsonSchema" must be'],
    [{ jsonSchema, title: 'x' }, '"title" is not known here'],
  ])('is refused as %j', async (body, message) => {
    const site = await createSite(world, { organization });
    const answer = refusal(await site.admin.put(`${site.url}/adaptive-schema`, body));
    expect(answer).toEqual({ status: 400, message: expect.stringContaining(message) });
  });

  it('is refused when it is deep', async () => {
    const site = await createSite(world, { organization });
    const deep: unknown = JSON.parse(`{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`);
    const body = { jsonSchema: deep };
    expect(refusal(await site.admin.put(`${site.url}/adaptive-schema`, body))).toEqual({
      status: 400,
      message: expect.stringContaining('deep'),
    });
  });

  it('is read by members, and written by those who create', async () => {
    const site = await createSite(world, { organization });
    const url = `${site.url}/adaptive-schema`;
    ok(await site.admin.put(url, { jsonSchema }));
    const cast = await world.cast(organization.id);
    const put = (client: Client) => client.put(url, { jsonSchema });
    expect(await restOutcomes(cast, put)).toEqual(allowedFrom('create'));
    const input = { organizationId: organization.id, siteId: site.id, jsonSchema };
    expect(await graphOutcomes(cast, (client) => client.errorCode(update, { input }))).toEqual(
      allowedFrom('create'),
    );
    for (const path of ['', '/template-conditions']) {
      const get = (client: Client) => client.get(`${url}${path}`);
      expect(await restOutcomes(cast, get), path).toEqual(allowedFrom('read'));
    }
  });

  it('is that of one of two that are written at once', async () => {
    const site = await createSite(world, { organization });
    const url = `${site.url}/adaptive-schema`;
    const schemas = ['a', 'b', 'c', 'd'].map((name) => ({
      ...jsonSchema,
      properties: { [name]: { type: 'boolean', description: name } },
    }));
    const answers = await Promise.all(
      schemas.map((schema) => site.admin.put(url, { jsonSchema: schema })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(schemas).toContainEqual(ok(await site.admin.get(url)).jsonSchema);
  });

  it('of many sites is read in one statement', async () => {
    const { id, admin } = await world.organization();
    const sites = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const site = await createSite(world, { organization: { id, admin } });
        ok(await site.admin.put(`${site.url}/adaptive-schema`, { jsonSchema }));
      }
    };
    const query = `query ($id: ID!) { organization(id: $id) { sites { nodes {
      adaptiveSchema { updatedAt } adaptiveTemplateConditions { condition } } } } }`;
    await sites(1);
    const ofOne = await world.plannedStatements(() => admin.query(query, { id }));
    await sites(4);
    const ofFive = await world.plannedStatements(() => admin.query(query, { id }));
    expect(ofFive.length).toBe(ofOne.length);
  });
});
