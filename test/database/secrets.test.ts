import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../src/database/database.ts';
import { loadSecret } from '../../src/database/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let gateways: Database[];

beforeAll(async () => {
  database = await createTestDatabase();
  gateways = Array.from({ length: 4 }, () => openDatabase(database.url, { poolSize: 2 }));
});

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await database.drop();
});

describe('a secret of the installation', () => {
  it('is the same for all gateways that make it at the same time', async () => {
    const secrets = await Promise.all(gateways.map((gateway) => loadSecret(gateway, 'one')));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  });

  it('is another one for another name, and stays', async () => {
    const [gateway] = gateways;
    if (!gateway) throw new Error('There is no gateway.');
    const secret = await loadSecret(gateway, 'two');
    expect(secret).not.toBe(await loadSecret(gateway, 'one'));
    const late = openDatabase(database.url, { poolSize: 1 });
    expect(await loadSecret(late, 'two')).toBe(secret);
    await late.close();
  });
});
