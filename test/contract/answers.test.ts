import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/rest/options.ts';
import type { Client } from '../support/client.ts';
import { openApi, type Operation } from '../support/open-api.ts';
import { KnownParameters } from '../support/known-parameters.ts';
import { everyField, SeenFields } from '../support/seen-fields.ts';
import { useWorld } from '../support/use-world.ts';
import { createWholeOrganization } from '../support/whole-organization.ts';

const world = useWorld();
let admin: Client;

const known = new KnownParameters();

const seen = new SeenFields();

/**
 * Fields of the interface's resources that no answer has, with all below them, and why. Those that
 * stand for several shapes are listed by the first of them; the others have tests of their own.
 */
const neverAnswered: Readonly<Record<string, string>> = {
  'Organization.billing.endDate': 'Nothing is charged, so no plan ends.',
  'Organization.trial.endDate': 'No trial runs where nothing is charged.',
  'Organization.trial.decision': 'No trial runs where nothing is charged.',
  'Organization.internal_billingMigration': 'No plan is sold, so none moves to another.',
};

const reads = Object.entries(openApi.paths).flatMap(([path, { get }]) =>
  get ? [{ path, get }] : [],
);

beforeAll(async () => {
  const { parameters, ...organization } = await createWholeOrganization(world);
  ({ admin } = organization);
  for (const [parameter, value] of parameters) known.learn(parameter, value);
});

/** Addresses that lead to nothing: neither do those below them. */
const missing = new Set<string>();

function isBelowMissing(url: string): boolean {
  const parts = url.split('/');
  return parts.some((_, index) => missing.has(parts.slice(0, index).join('/')));
}

/** Query strings that reads need, by the end of their path. */
const queries = [
  ['/search', '?query=guide'],
  ['/redirect', '?source=/old'],
  ['/urls/content', '?url=https://example.com/docs'],
  ['/urls/published', '?url=https://example.com/docs'],
] as const;

/** Most addresses of one path that are tried, once one of them led to something. */
const ADDRESSES_MAX = 8;

/** Answers of a path that found something. */
async function answersOf(path: string): Promise<{ url: string; body: unknown }[]> {
  const found = [];
  const addresses = known.addressesOf(path).filter((url) => !isBelowMissing(url));
  const [, query = ''] = queries.find(([end]) => path.endsWith(end)) ?? [];
  for (const [tried, url] of addresses.entries()) {
    if (tried >= ADDRESSES_MAX && found.length > 0) break;
    const { status, body } = await admin.get(`${url}${query}`);
    expect([200, 404], `${url} answers ${status}`).toContain(status);
    if (status === 200) found.push({ url, body });
    else missing.add(url);
  }
  return found;
}

/** Checks the answers of reads; those that answered nothing are left. */
async function withoutAnswer(candidates: typeof reads): Promise<typeof reads> {
  const left = [];
  for (const read of candidates) {
    const schema = schemaOf(read.get);
    const validate = validatorOf(schema);
    const answers = await answersOf(read.path);
    const [first] = answers;
    if (!first) left.push(read);
    else if (takes(read.get, 'format')) answers.push(await inMarkdown(first.url));
    for (const { url, body } of answers) {
      known.learnFrom(body);
      seen.add(schema, body);
      expect({ url, errors: validate(body) }).toEqual({ url, errors: [] });
    }
  }
  return left;
}

function takes({ parameters }: Operation, name: string): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === name);
}

/** What is at an address, with its text as markdown. */
async function inMarkdown(url: string): Promise<{ url: string; body: unknown }> {
  const address = `${url}?format=markdown`;
  const { body } = await admin.get(address);
  return { url: address, body };
}

function isWithin(place: string, outer: string): boolean {
  return place === outer || place.startsWith(`${outer}.`) || place.startsWith(`${outer}[`);
}

describe('the answers of /v1', () => {
  it('are what the OpenAPI document says, with no key that it does not know', async () => {
    let unanswered = reads;
    let before: number;
    do {
      before = unanswered.length;
      // What one path answers tells the ids that others need.
      unanswered = await withoutAnswer(unanswered);
    } while (unanswered.length < before);
    // A blocked organization invites nobody.
    await world.db.prisma.organization.updateMany({ data: { blockedReason: null } });
    unanswered = await withoutAnswer(unanswered);
    expect(unanswered.map(({ path }) => path)).toEqual([]);
  });

  it('have every field of the resources of the interface, but for those that are listed', () => {
    const isListed = (place: string) =>
      Object.keys(neverAnswered).some((outer) => isWithin(place, outer));
    const unseen = everyField().filter((place) => !seen.places.has(place));
    expect(unseen.filter((place) => !isListed(place))).toEqual([]);
    expect([...seen.places].filter((place) => isListed(place))).toEqual([]);
    const isStale = (outer: string) => !unseen.some((place) => isWithin(place, outer));
    expect(Object.keys(neverAnswered).filter((outer) => isStale(outer))).toEqual([]);
  });

  it('have fields of the types that the interface states', () => {
    expect([...seen.wrongTypes]).toEqual([]);
  });

  it('would be found wrong by this test: a body without its title is', async () => {
    const list = reads.find(({ path }) => path === '/v1/orgs')?.get;
    const { body } = await admin.get('/v1/orgs');
    const errors =
      list &&
      validatorOf(schemaOf(list))({ ...body, items: [{ ...body.items[0], title: undefined }] });
    expect(errors).toContainEqual(expect.stringContaining("required property 'title'"));
  });
});

const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
addFormats.default(ajv);

// The components are compiled once, for all operations that refer to them.
ajv.addSchema({ $id: 'openapi', components: closed(openApi.components) });

/** Validators by schema. */
const validators = new Map<JsonSchema, ValidateFunction>();

/** The schema of an operation's success. */
function schemaOf({ responses }: Operation): JsonSchema {
  return responses['200']?.content?.['application/json'].schema ?? {};
}

/** Checks a body against a schema; it answers what is wrong. */
function validatorOf(schema: JsonSchema): (body: unknown) => string[] {
  const validate = validators.get(schema) ?? compile(schema);
  validators.set(schema, validate);
  return (body) => {
    validate(JSON.parse(JSON.stringify(body)));
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

function compile(schema: JsonSchema): ValidateFunction {
  const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"openapi#/components/');
  return ajv.compile(JSON.parse(text) as JsonSchema);
}

/** The schema whose objects have no keys but those that it names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => closed(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, item]) => [key, closed(item)] as const);
  const isObject = 'type' in schema && schema.type === 'object' && 'properties' in schema;
  return { ...(isObject && { additionalProperties: false }), ...Object.fromEntries(entries) };
}
