import { serverAudits } from 'graphql-http';
import { beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../support/listen.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let url = '';

beforeAll(async () => {
  url = `${await listen(world.app)}/graphql`;
});

const audits = serverAudits({ url: () => url });

describe('GraphQL over HTTP', () => {
  it('is audited in full', () => {
    expect(audits).toHaveLength(61);
  });

  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });
});
