// Sends 100 requests without a token in a second, and measures others beside them.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [url, payload] = process.argv.slice(2);
const PER_SECOND = 100;
const DURATION_MS = 8000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 200 });

/** Returns the status of a request. */
function send(path, body) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const options = { agent, method: body === undefined ? 'GET' : 'POST', headers };
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}${path}`, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject).end(body);
  });
}

const statuses = {};
const times = { '/health': [], '/ready': [] };
const end = performance.now() + DURATION_MS;

async function countAnswer() {
  const status = await send('/graphql', payload);
  statuses[status] = (statuses[status] ?? 0) + 1;
}

async function sendLoad() {
  const sent = [];
  const startedAt = performance.now();
  for (let count = 0; performance.now() < end; count += 1) {
    sent.push(countAnswer());
    await sleep(Math.max(0, startedAt + ((count + 1) * 1000) / PER_SECOND - performance.now()));
  }
  await Promise.all(sent);
}

async function measure(path) {
  await sleep(payload === undefined ? 0 : 1000);
  while (performance.now() < end) {
    const startedAt = performance.now();
    await send(path);
    times[path].push(performance.now() - startedAt);
    await sleep(20);
  }
}

await Promise.all([
  payload === undefined ? null : sendLoad(),
  measure('/health'),
  measure('/ready'),
]);
agent.destroy();
process.send({ times, statuses });
