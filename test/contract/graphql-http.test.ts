import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../support/listen.ts';
import { World } from '../support/world.ts';

let world: World;
let url = '';

beforeAll(async () => {
  world = await World.create();
  url = `${await listen(world.app)}/graphql`;
});

afterAll(() => world.destroy());

const audits = serverAudits({ url: () => url });

describe('GraphQL over HTTP', () => {
  it('is audited in full', () => {
    expect(audits).toHaveLength(61);
  });

  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });
});
