import { describe, expect, it } from 'vitest';
import { inTurn } from '../../src/lib/in-turn.ts';

describe('work in turn', () => {
  it('lets the event loop go round between two', async () => {
    const order: string[] = [];
    const first = inTurn(() => {
      order.push('first');
      setImmediate(() => order.push('another request'));
    });
    const second = inTurn(() => order.push('second'));
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'another request', 'second']);
  });

  it('goes on after work that failed', async () => {
    const failing = inTurn(() => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(inTurn(() => 'yes')).resolves.toBe('yes');
  });
});
