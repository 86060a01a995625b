import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createWebClient } from '../../src/external/http/create-web-client.ts';
import { createGateway } from '../../src/gateway.ts';
import { schema } from '../../src/schema.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

describe('the log of requests', () => {
  it('says who asked for what, without the secrets of addresses', async () => {
    const lines: string[] = [];
    const app = await createGateway({
      schema,
      db: world.db,
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
      baseUrl: () => 'https://docs.example.com',
      mailer: null,
      web: createWebClient(),
      translator: null,
      production: false,
    });
    await app.inject('/v1/spaces/sp_1?shareKey=open-sesame&share%4Bey=open-sesame&limit=5');
    await app.inject('/v1/orgs/o/sites/s/published?visitor=%7B%22jwtToken%22%3A%22token%22%7D');
    await app.inject({ method: 'POST', url: '/v1/orgs/org_1/invites/inv_0123456789' });
    await app.close();
    const log = lines.join('');
    expect(log).toContain('"method":"GET"');
    expect(log).toContain('/v1/spaces/sp_1?shareKey=[hidden]&share%4Bey=[hidden]&limit=5');
    expect(log).toContain('published?visitor=[hidden]');
    expect(log).toContain('/invites/inv_[hidden]');
    expect(log).not.toMatch(/open-sesame|jwtToken|inv_0123/);
  });
});
