import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let admin: Client;
let url: string;
let organizationId: string;

beforeAll(async () => {
  const organization = await world.organization();
  admin = organization.admin;
  organizationId = organization.id;
  url = `/v1/orgs/${organization.id}`;
});

/** Sends something that the client of the tests would not. */
async function sendRaw(options: InjectOptions) {
  const response = await world.app.inject({
    url,
    ...options,
    headers: { authorization: `Bearer ${admin.token}`, ...options.headers },
  });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

async function patchRaw(payload: string, contentType = 'application/json') {
  const { status, text } = await sendRaw({
    method: 'PATCH',
    payload,
    headers: { 'content-type': contentType },
  });
  return { status, body: JSON.parse(text) };
}

/** What a refused change is told. */
async function refusal(body: unknown) {
  const answer = await admin.patch(url, body);
  return `${answer.status} ${answer.body.error?.message}`;
}

describe('a body', () => {
  it('with a field that the operation does not know is refused by its name', async () => {
    expect(await refusal({ titel: 'Misspelt' })).toBe('400 "titel" is not known here.');
    expect(await refusal({ constructor: 1 })).toBe('400 "constructor" is not known here.');
    expect((await patchRaw('{"__proto__":{"title":"x"}}')).body.error.message).toBe(
      '"__proto__" is not known here.',
    );
  });

  it('with a value of the wrong type is refused by the name of the field', async () => {
    expect(await refusal({ title: 7 })).toBe('400 "title" must be a string.');
    expect(await refusal({ ai: 'yes' })).toBe('400 "ai" must be true or false.');
    expect(await refusal({ emailDomains: 'example.com' })).toBe(
      '400 "emailDomains" must be an array.',
    );
    expect(await refusal({ emailDomains: ['example.com', 7] })).toBe(
      '400 "emailDomains.1" must be a string.',
    );
  });

  it('takes enum values as the interface spells them only', async () => {
    expect((await admin.patch(url, { defaultRole: 'review' })).status).toBe(200);
    expect(await refusal({ defaultRole: 'REVIEW' })).toMatch(
      /^400 "defaultRole" must be one of "\w+", "\w+",/,
    );
  });

  it.each([{}, { url: 'https://user:s3cret@example.com', text: 's3cret' }, { text: null }])(
    'that must choose one field is refused with their names, and shows no secret: %j',
    async (source) => {
      const { status, body } = await admin.post(`${url}/openapi`, { slug: 'pets', source });
      expect(`${status} ${body.error?.message}`).toBe(
        '400 "source" must have exactly one of "text", "url".',
      );
    },
  );

  it('tells null, omitted and a value apart', async () => {
    const stored = () =>
      world.db.prisma.organization.findUniqueOrThrow({ where: { id: organizationId } });
    await admin.patch(url, { logo: 'https://example.com/logo.png' });
    await admin.patch(url, { title: 'Omits the logo' });
    expect((await stored()).logoUrl).toBe('https://example.com/logo.png');
    await admin.patch(url, { logo: null });
    expect((await stored()).logoUrl).toBeNull();
  });

  it('may repeat a parameter of the path, but not contradict it', async () => {
    expect((await admin.patch(url, { organizationId, title: 'Same' })).status).toBe(200);
    expect(await refusal({ organizationId: 'org_other' })).toBe(
      '400 "organizationId" in the body differs from the one in the path.',
    );
  });

  it('that is empty or missing changes nothing', async () => {
    expect((await admin.patch(url, {})).status).toBe(200);
    expect((await sendRaw({ method: 'PATCH' })).status).toBe(200);
    expect((await patchRaw('')).status).toBe(200);
  });

  it('that is no object is refused', async () => {
    for (const payload of ['[]', '"text"', '7', 'true']) {
      expect(await patchRaw(payload), payload).toEqual({
        status: 400,
        body: { error: { code: 400, message: 'The body must be a JSON object.' } },
      });
    }
  });

  it('that is no JSON is refused: 400 as text, 415 as another type', async () => {
    expect(await patchRaw('{"title":')).toEqual({
      status: 400,
      body: { error: { code: 400, message: 'The body is invalid JSON.' } },
    });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
      expect((await patchRaw('title=x', type)).status, type).toBe(415);
    }
    expect((await patchRaw('{}', 'application/merge-patch+json')).status).toBe(200);
  });

  it('that is too large is refused with the limit', async () => {
    const { status, body } = await patchRaw(JSON.stringify({ title: 'x'.repeat(2_100_000) }));
    expect({ status, body }).toEqual({
      status: 413,
      body: { error: { code: 413, message: 'The body has more than 2097152 bytes.' } },
    });
  });
});

describe('a query string', () => {
  const message = async (query: string) => {
    const { status, body } = await admin.get(`/v1/orgs?${query}`);
    return `${status} ${body.error?.message}`;
  };

  it('with a parameter that the operation does not know is refused by its name', async () => {
    expect(await message('limt=5')).toBe('400 The query parameter "limt" is not known here.');
    expect((await admin.get(`${url}?limit=5`)).status).toBe(400);
    expect(await message('after=x')).toContain('"after" is not known');
  });

  it('gives a parameter once', async () => {
    expect(await message('limit=5&limit=6')).toBe('400 "limit" must be given once.');
  });

  it.each(['x', '1.5', '', '1e3', '0x10', ' 1'])('limit=%s is no whole number', async (limit) => {
    expect(await message(`limit=${encodeURIComponent(limit)}`)).toBe(
      '400 "limit" must be a whole number.',
    );
  });

  it.each(['-1', '1001', '9999999999'])('limit=%s is out of range', async (limit) => {
    expect(await message(`limit=${limit}`)).toMatch(/^400 "limit" must be /);
  });

  it.each([0, 1, 1000])('limit=%s is in range', async (limit) => {
    await world.organization();
    const { status, body } = await admin.get(`/v1/orgs?limit=${limit}`);
    expect(status).toBe(200);
    expect(body.items).toHaveLength(Math.min(limit, 1));
    expect(body.count).toBe(1);
  });

  it('with a page that is no cursor of the list is refused', async () => {
    expect(await message('page=zzz')).toMatch(/^400 This cursor does not belong to this list/);
    expect(await message('page=')).toMatch(/^400 This cursor does not belong to this list/);
  });
});

describe('an address', () => {
  it('with another method answers 405 and the methods that it takes', async () => {
    const { status, headers, text } = await sendRaw({ method: 'DELETE' });
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, PATCH, HEAD');
    expect(JSON.parse(text)).toEqual({
      error: { code: 405, message: 'This path takes GET, PATCH, HEAD.' },
    });
  });

  it('that is unknown answers 404 in the shape of the interface', async () => {
    for (const unknown of ['/v1/nothing', '/v2/orgs', '/v1/orgs/', '//v1/orgs']) {
      const { status, text } = await sendRaw({ url: unknown });
      expect(status, unknown).toBe(404);
      expect(JSON.parse(text).error.code).toBe(404);
    }
  });

  it('that is not percent-encoded UTF-8 answers 400 in the shape of the interface', async () => {
    for (const malformed of ['/v1/orgs/%ff', '/v1/orgs/%', '/v1/orgs/%zz']) {
      const { status, text } = await sendRaw({ url: malformed });
      expect({ status, body: JSON.parse(text) }).toEqual({
        status: 400,
        body: { error: { code: 400, message: 'The path is not percent-encoded UTF-8.' } },
      });
    }
  });

  it('with an endless id answers 400 with the limit', async () => {
    const { status, text } = await sendRaw({ url: `/v1/orgs/${'x'.repeat(2001)}` });
    expect(status).toBe(400);
    expect(JSON.parse(text).error.message).toContain('2000 characters');
  });
});

describe('a read', () => {
  it('has a tag by which a client keeps what it has', async () => {
    const { headers } = await admin.get(url);
    const etag = headers.etag ?? '';
    expect(etag).toMatch(/^W\/".+"$/);
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, `W/"a, b",${etag}`, '*']) {
      const again = await sendRaw({ method: 'GET', headers: { 'if-none-match': known } });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    }
    await admin.patch(url, { title: 'Changed meanwhile' });
    const changed = await sendRaw({ method: 'GET', headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const get = await sendRaw({ method: 'GET' });
    const head = await sendRaw({ method: 'HEAD' });
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    expect(head.headers.etag).toBe(get.headers.etag);
    expect(head.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

describe('a request without a token', () => {
  it('answers 401 and how to authenticate, whatever else is wrong with it', async () => {
    for (const path of [url, '/v1/orgs?limit=x', '/v1/orgs/org_unknown']) {
      const { status, body, headers } = await world.anonymous().get(path);
      expect(status, path).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer');
      expect(body.error.code).toBe(401);
    }
  });
});

describe('a body of /graphql that is no request', () => {
  it('is refused in the shape of GraphQL', async () => {
    const response = await world.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload: '{"query":',
    });
    expect({ status: response.statusCode, body: response.json() }).toEqual({
      status: 400,
      body: {
        errors: [{ message: 'The body is invalid JSON.', extensions: { code: 'BAD_USER_INPUT' } }],
      },
    });
  });
});
