import { describe, expect, it } from 'vitest';
import { createSerialQueue, serially } from '../../src/lib/serially.ts';

describe('work in turn', () => {
  it('lets the event loop go round between two', async () => {
    const order: string[] = [];
    const first = serially(() => {
      order.push('first');
      setImmediate(() => order.push('another request'));
    });
    const second = serially(() => order.push('second'));
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'another request', 'second']);
  });

  it('waits for no longer than as much as may be is done at once', async () => {
    const turns = createSerialQueue(2);
    let [underWay, most] = [0, 0];
    const short = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
    };
    let end = () => {};
    const long = turns(() => new Promise<void>((resolve) => (end = resolve)));
    await Promise.all([turns(short), turns(short), turns(short)]);
    expect(most).toBe(1);
    end();
    await long;
  });

  it('goes on after work that failed', async () => {
    const failing = serially(() => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(serially(() => 'yes')).resolves.toBe('yes');
  });
});
