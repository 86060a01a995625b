import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, type SortValue } from '../../src/pagination/cursor.ts';
import type { Client } from '../support/client.ts';
import { World } from '../support/world.ts';

const sortValue: fc.Arbitrary<SortValue> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.date({ noInvalidDate: true }),
);

describe('a cursor', () => {
  it('holds the sort values of its row', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(sortValue, { minLength: 1 }), (list, values) => {
        expect(decodeCursor(list, encodeCursor(list, values))).toEqual(values);
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
        expect(() => decodeCursor('List', changed)).toThrow(/^This is no cursor of this list/);
      }),
    );
  });

  it('is refused by another list, and by the same list in another order', () => {
    const cursor = encodeCursor('Site.sections position,id false', ['a0', 'sec_1']);
    for (const list of ['Site.siteSpaces position,id false', 'Site.sections position,id true']) {
      expect(() => decodeCursor(list, cursor)).toThrow(/^This is no cursor of this list/);
    }
  });

  it('is refused when it is anything else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => decodeCursor('List', text)).toThrow(/^This is no cursor of this list/);
      }),
    );
    expect(() => decodeCursor('List', 'x'.repeat(100_000))).toThrow(/^This is no cursor/);
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
      expect(body.error.message).toMatch(/^This is no cursor of this list/);
    }
  });
});
