import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  decodeCursor,
  encodeCursor,
  type SortKind,
  type SortValue,
} from '../../src/pagination/cursor.ts';
import type { Client } from '../support/client.ts';
import { World } from '../support/world.ts';

const sorted: fc.Arbitrary<{ kind: SortKind; value: SortValue }> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    value: fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
  }),
  fc.record({ kind: fc.constant('number' as const), value: fc.integer().map((n) => n | 0) }),
  fc.record({
    kind: fc.constant('date' as const),
    value: fc.date({
      noInvalidDate: true,
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
    }),
  }),
);

/** A cursor with any content and the right checksum, as everybody can make one. */
function forge(list: string, body: string): string {
  let hash = 0x811c9dc5;
  for (const unit of `${list}\n${body}`.split('')) {
    hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
  }
  return Buffer.from(`2${(hash >>> 0).toString(36)}${body}`).toString('base64url');
}

describe('a cursor', () => {
  it('holds the sort values of its row', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(sorted, { minLength: 1, maxLength: 5 }), (list, row) => {
        const values = row.map(({ value }) => value);
        const kinds = row.map(({ kind }) => kind);
        fc.pre(encodeCursor(list, values).length <= 2000);
        expect(decodeCursor(list, encodeCursor(list, values), kinds)).toEqual(values);
      }),
    );
  });

  it('is refused when anything of it was changed', () => {
    const cursor = encodeCursor('List', [new Date(0), 7, 'org_1']);
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.stringMatching(/^[\w-]$/), (at, letter) => {
        fc.pre(cursor[at] !== letter);
        const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1);
        const sameBytes = Buffer.from(changed, 'base64url').equals(
          Buffer.from(cursor, 'base64url'),
        );
        fc.pre(!sameBytes);
        expect(() => decodeCursor('List', changed, ['date', 'number', 'text'])).toThrow(
          /^This cursor does not belong to this list/,
        );
      }),
    );
  });

  it('is refused by another list, and by the same list in another order', () => {
    const cursor = encodeCursor('Site.sections position,id false', ['a0', 'sec_1']);
    for (const list of ['Site.siteSpaces position,id false', 'Site.sections position,id true']) {
      expect(() => decodeCursor(list, cursor, ['text', 'text'])).toThrow(
        /^This cursor does not belong to this list/,
      );
    }
  });

  it('is refused when it is anything else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => decodeCursor('List', text, ['text'])).toThrow(
          /^This cursor does not belong to this list/,
        );
      }),
    );
    expect(() => decodeCursor('List', 'x'.repeat(100_000), ['text'])).toThrow(
      /^This cursor does not belong/,
    );
  });
});

describe('a cursor that is not one of the list', () => {
  let world: World;
  let admin: Client;

  beforeAll(async () => {
    world = await World.create();
    ({ admin } = await world.organization());
  });

  afterAll(() => world.destroy());

  it('is refused as INVALID_CURSOR in the graph, and with 400 on /v1', async () => {
    const foreign = encodeCursor('Organization.sites createdAt,id false', [new Date(0), 'x']);
    for (const cursor of ['', 'zzz', foreign]) {
      for (const argument of ['after', 'before']) {
        const code = await admin.errorCode(
          `query ($cursor: String) { organizations(${argument}: $cursor) { nodes { id } } }`,
          { cursor },
        );
        expect(code, `${argument} ${cursor}`).toBe('INVALID_CURSOR');
      }
      const { status, body } = await admin.get(`/v1/orgs?page=${cursor}`);
      expect(status).toBe(400);
      expect(body.error.message).toMatch(/^This cursor does not belong to this list/);
    }
  });

  it('is refused when its checksum is right but it holds what no row of the list has', async () => {
    const bodies = [
      'null',
      '{}',
      '[]',
      'no JSON',
      '[null,null]',
      '["2026-01-01","x"]',
      '[1,"x"]',
      '[{"d":"soon"},"x"]',
      '[{"d":"2026-02-01T00:00:00.000Z"}]',
      '[{"d":"2026-02-01T00:00:00.000Z"},5]',
      '[{"d":"2026-02-01T00:00:00.000Z"},"\\u0000"]',
      '[{"d":"+200000-01-01T00:00:00.000Z"},"x"]',
      '[{"d":"0000-01-01T00:00:00.000Z"},"x"]',
      '[{"d":"9999-12-31T24:00:00.000Z"},"x"]',
      '[{"d":"2026-02-01T00:00:00.000Z"},"x","y"]',
    ];
    for (const body of bodies) {
      const cursor = forge('Query.organizations createdAt,id false', body);
      const code = await admin.errorCode(
        'query ($cursor: String) { organizations(after: $cursor) { nodes { id } } }',
        { cursor },
      );
      expect(code, body).toBe('INVALID_CURSOR');
      expect(await admin.get(`/v1/orgs?page=${cursor}`), body).toMatchObject({ status: 400 });
    }
  });
});
