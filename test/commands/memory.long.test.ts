import { expect, it } from 'vitest';
import { findFreePort } from '../../src/database/embedded/postmaster.ts';
import { eventually } from '../support/eventually.ts';
import { startProgram } from '../support/program.ts';
import { useWorld } from '../support/use-world.ts';

/** Memory that a gateway takes at most when nobody asks it anything, in megabytes. */
const REST_MB = 200;
/** Heap in which a gateway starts with room to spare, in megabytes. */
const HEAP_MB = 260;
/** Number of different operations: kept all together, they take more than the heap. */
const OPERATIONS = 2000;
const SENDERS = 8;

const world = useWorld();
const metricsToken = 'token-of-the-metrics';

/** An operation of many fields that is read by a short statement. */
function operation(number: number): string {
  const fields = Array.from({ length: 200 }, (_, index) => `a${number}_${index}: displayName`);
  return `{ viewer { ${fields.join(' ')} } }`;
}

it('a gateway at rest takes little', async () => {
  const { admin } = await world.organization();
  const port = String(await findFreePort());
  const gateway = startProgram(world, 'main', { PORT: port, METRICS_TOKEN: metricsToken });
  const get = async (url: string, token = '') => {
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`http://127.0.0.1:${port}${url}`, { headers });
  };
  await eventually(async () => expect((await get('/v1/orgs', admin.token)).status).toBe(200));
  await eventually(async () => {
    const metrics = await (await get('/metrics', metricsToken)).text();
    const [, bytes] = /^process_resident_memory_bytes (\d+)/m.exec(metrics) ?? [];
    expect(Number(bytes) / 2 ** 20).toBeLessThan(REST_MB);
  });
  expect(await gateway.end('SIGTERM')).toBe(0);
});

it('different operations, however many, fit into a small heap', async () => {
  const { admin } = await world.organization();
  const port = String(await findFreePort());
  const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB}`;
  const gateway = startProgram(world, 'main', { PORT: port, NODE_OPTIONS });
  const send = async (query: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return { status: response.status, length: (await response.text()).length };
  };
  await eventually(async () => expect((await send('{ __typename }')).status).toBe(200));
  let sent = 0;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (sent < OPERATIONS) {
        sent += 1;
        const { status, length } = await send(operation(sent));
        expect(status).toBe(200);
        expect(length).toBeGreaterThan(2000);
      }
    }),
  );
  expect(await gateway.end('SIGTERM')).toBe(0);
});
