import { describe, expect, it } from 'vitest';
import { sql, type PrismaTransaction } from '../../src/database/database.ts';
import { queryTogether } from '../../src/database/direct-transaction.ts';
import { runTransaction } from '../../src/database/run-transaction.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

/** How often a statement is run so that it is named, prepared and planned for good. */
const OFTEN = 8;

function run<Result>(work: (transaction: PrismaTransaction) => Promise<Result>): Promise<Result> {
  return runTransaction(world.db, work);
}

describe('a transaction', () => {
  it('begins with its first statement, and sends several together', async () => {
    const texts = await world.statements(() =>
      run(async (transaction) => {
        const rows = await queryTogether(transaction, [
          sql`SELECT ${'a'}::text AS first`,
          sql`SELECT ${1}::int AS number, ${[1, 2]}::int[] AS list`,
        ]);
        expect(rows).toEqual([[{ first: 'a' }], [{ number: 1, list: [1, 2] }]]);
        const { id } = organization;
        await transaction.organization.update({ where: { id }, data: { title: 'New' } });
      }),
    );
    expect(texts).toEqual([
      'BEGIN; SELECT $1::text AS first; SELECT $1::int AS number, $2::int[] AS list',
      expect.stringMatching(/^UPDATE/),
      'COMMIT',
    ]);
  });

  it('without a statement sends none', async () => {
    expect(await world.statements(() => run(() => Promise.resolve()))).toEqual([]);
  });

  it('is undone when it fails, whichever way its statements took', async () => {
    const { id } = organization;
    const failing = run(async (transaction) => {
      await transaction.$executeRaw(sql`UPDATE organizations SET title = 'Lost' WHERE id = ${id}`);
      await transaction.organization.update({ where: { id }, data: { title: 'Lost, too' } });
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    const { title } = await world.db.prisma.organization.findUniqueOrThrow({ where: { id } });
    expect(title).not.toMatch(/Lost/);
  });

  it('reads what the statement before it in the batch waited for', async () => {
    const { id } = organization;
    const holder = await world.db.pool.connect();
    await holder.query('BEGIN');
    await holder.query('UPDATE organizations SET title = $1 WHERE id = $2', ['Before', id]);
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [organization.admin.userId]);
    const reading = run((transaction) =>
      queryTogether(transaction, [
        sql`SELECT FROM users WHERE id = ${organization.admin.userId} FOR UPDATE`,
        sql`SELECT title FROM organizations WHERE id = ${id}`,
      ]),
    );
    await world.untilBlocked();
    await holder.query('COMMIT');
    holder.release();
    expect((await reading)[1]).toEqual([{ title: 'Before' }]);
  });

  it('whose batch fails again and again leaves connections that work', async () => {
    const divide = (by: number) =>
      run((transaction) =>
        queryTogether(transaction, [
          sql`SELECT ${1}::int AS one`,
          sql`SELECT 10 / ${by}::int AS quotient`,
          sql`SELECT ${3}::int AS three`,
        ]),
      );
    const quotient = [[{ one: 1 }], [{ quotient: 5 }], [{ three: 3 }]];
    for (let time = 0; time < OFTEN; time += 1) {
      await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
      expect(await divide(2)).toEqual(quotient);
    }
    const unserializable = { toPostgres: () => expect.unreachable() };
    await expect(
      run((transaction) => queryTogether(transaction, [sql`SELECT ${unserializable}::text AS no`])),
    ).rejects.toThrow();
    expect(await Promise.all(Array.from({ length: OFTEN }, () => divide(2)))).toEqual(
      Array.from({ length: OFTEN }, () => quotient),
    );
  });
});

describe('a batch of reads', () => {
  it('whose connection is lost fails alone: the next ones are read on another', async () => {
    const ending = sql`SELECT pg_terminate_backend(pg_backend_pid())`;
    await expect(world.db.queryAll([ending, sql`SELECT 1`])).rejects.toThrow();
    expect(await world.db.queryAll([sql`SELECT 1::int`, sql`SELECT 'a'::text`])).toEqual([
      [[1]],
      [['a']],
    ]);
  });
});
