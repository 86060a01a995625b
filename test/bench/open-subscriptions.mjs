// Opens subscriptions, and reports when each has received an event that contains a text.
// Messages: { urls, operations: [{ token, body }] } opens them, { text } waits for that text.
import net from 'node:net';

/** Most subscriptions that are opened at once. */
const OPENING_MAX = 64;
/** Characters of what came before in which a text may begin. */
const TAIL = 100;

/** The text that is waited for, and what is called for a subscription that received it. */
let expected = { text: 'event: next', onReceived: () => undefined, onEnd: () => undefined };

/** Opens a subscription; the promise is fulfilled with its first event, or its end. */
function open(url, { token, body }, index) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    let tail = '';
    socket.on('error', reject).on('close', () => expected.onEnd(index));
    socket.on('data', (data) => {
      const text = tail + data.toString('latin1');
      if (text.includes('event: next')) resolve(undefined);
      if (text.includes(expected.text)) expected.onReceived(index);
      if (text.includes('event: complete')) expected.onEnd(index);
      tail = text.slice(-TAIL);
    });
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n` +
        'Accept: text/event-stream\r\nContent-Type: application/json\r\n' +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

async function openAll({ urls, operations }) {
  let next = 0;
  const openNext = async () => {
    while (next < operations.length) {
      const index = next++;
      await open(urls[index % urls.length], operations[index], index);
    }
  };
  await Promise.all(Array.from({ length: OPENING_MAX }, openNext));
  process.send({ opened: operations.length });
}

/** Waits until each subscription has received a text or ended, and reports when that was. */
function waitFor(text, count) {
  const received = new Map();
  const ended = new Set();
  const check = () => {
    if (new Set([...received.keys(), ...ended]).size < count) return;
    expected = { ...expected, onReceived: () => undefined, onEnd: () => undefined };
    process.send({ received: [...received], ended: [...ended] });
  };
  const note = (collection) => (index) => {
    if (collection.has(index)) return;
    if (collection === received) received.set(index, Date.now());
    else ended.add(index);
    if (received.size + ended.size >= count) check();
  };
  expected = { text, onReceived: note(received), onEnd: note(ended) };
}

let count = 0;
process.on('message', (message) => {
  if (message.text !== undefined) {
    waitFor(message.text, count);
    process.send({ isWaiting: true });
  } else {
    count = message.operations.length;
    // A failure ends the process, which its parent reports.
    void openAll(message);
  }
});
