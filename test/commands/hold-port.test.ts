import { expect, it } from 'vitest';
import { holdPort } from '../../src/commands/hold-port.ts';

it('holds the port that the system chose for 0, and answers there that docgraph starts', async () => {
  const held = await holdPort({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${held.port}/health`;
  expect(await (await fetch(url)).json()).toEqual({ status: 'starting' });
  held.release();
  await expect(fetch(url)).rejects.toThrow();
});
