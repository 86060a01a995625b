import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createWebClient } from '../../src/external/http/create-web-client.ts';
import { createGateway } from '../../src/gateway.ts';
import { schema } from '../../src/schema.ts';
import { listen } from '../support/listen.ts';
import { useWorld } from '../support/use-world.ts';
import { addresses } from '../support/world.ts';

const world = useWorld();

/** A gateway on the database of the world, and the lines of its log. */
async function loggedGateway() {
  const lines: string[] = [];
  const app = await createGateway({
    schema,
    db: world.db,
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    addresses: () => addresses,
    mailer: null,
    web: createWebClient(),
    translator: null,
    production: false,
    reader: false,
    mcpWrites: false,
  });
  return { app, lines };
}

describe('the log of requests', () => {
  it('says who asked for what, without the secrets of addresses', async () => {
    const { app, lines } = await loggedGateway();
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
    // One line a request, which says how it ended.
    expect(lines.map((line) => JSON.parse(line).res.statusCode)).toEqual([401, 401, 401]);
  });

  it('says what an agent asked for, under the id of its request', async () => {
    const { app, lines } = await loggedGateway();
    const { token } = await world.user();
    const params = { name: 'getSpaceById', arguments: { spaceId: 'sp_1' } };
    await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'x-request-id': 'of-an-agent',
      },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    await app.close();
    const requests = lines.map((line) => JSON.parse(line));
    expect(requests.map(({ reqId, req, res }) => [reqId, req.url, res.statusCode])).toEqual([
      ['of-an-agent', '/v1/spaces/sp_1', 404],
      ['of-an-agent', '/mcp', 200],
    ]);
  });

  it('does not say that the database is lost when a client hangs up in its request', async () => {
    const { app, lines } = await loggedGateway();
    const accepted = once(app.server, 'connection') as Promise<[Socket]>;
    const begun = once(app.server, 'request');
    const socket = connect(Number(new URL(await listen(app)).port), '127.0.0.1');
    const head = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Content-Length: 100\r\n\r\n{`);
    await begun;
    const [atGateway] = await accepted;
    const closed = new Promise((resolve) => void atGateway.once('close', resolve));
    socket.destroy();
    await closed;
    await app.close();
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});
