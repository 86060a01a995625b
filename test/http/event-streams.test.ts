import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Context } from '../../src/context.ts';
import type { ChangeFeed } from '../../src/database/change-feed.ts';
import { EventStream, streamMessage } from '../../src/http/event-stream.ts';
import { LiveEvents } from '../../src/features/live/live-events.ts';
import { eventually } from '../support/eventually.ts';

/** Events that come as fast as they are asked for. */
function endless(): AsyncIterator<object> & { isEnded: boolean } {
  return {
    isEnded: false,
    next: () => Promise.resolve({ done: false, value: {} }),
    return() {
      this.isEnded = true;
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}

it('reads no event for a client that does not read', async () => {
  let reads = 0;
  const message = streamMessage(JSON.stringify('x'.repeat(100_000)), false);
  const events = endless();
  const stream = new EventStream(events, () => {
    reads += 1;
    return Promise.resolve(message);
  });
  // Takes the first chunk, and never another one.
  stream.pipe(new Writable({ highWaterMark: 1, write: () => undefined }));
  await sleep(300);
  expect(reads).toBeLessThanOrEqual(3);
  expect(stream.readableLength).toBeLessThan(300_000);
  stream.destroy();
  await eventually(() => expect(events.isEnded).toBe(true));
});

it('reads an event again that the database could not read', async () => {
  let reads = 0;
  const stream = new EventStream(endless(), () => {
    reads += 1;
    return Promise.resolve(reads === 1 ? null : streamMessage('{}', true));
  });
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  expect(text).toBe(':\n\nevent: next\ndata: {}\n\nevent: complete\ndata:\n\n');
  expect(reads).toBe(2);
});

it('merges changes that come while nobody asks', async () => {
  const id = 'sp_none';
  let tell: (part: string) => void = () => undefined;
  const changes: Pick<ChangeFeed, 'listen'> = {
    listen: (listeners) => {
      tell = listeners.get(id) ?? tell;
      return Promise.resolve(() => undefined);
    },
  };
  const events = await LiveEvents.open({ db: { changes }, viewer: { tokenId: null } } as Context, {
    id,
    parts: ['a', 'b', 'c'],
  });
  expect((await events.next()).value).toEqual({ id, changedParts: ['a', 'b', 'c'] });
  for (let count = 0; count < 10_000; count += 1) tell(count % 2 === 0 ? 'c' : 'a');
  expect((await events.next()).value).toEqual({ id, changedParts: ['a', 'c'] });
  const waiting = events.next();
  await events.return();
  expect(await waiting).toEqual({ done: true, value: undefined });
});
