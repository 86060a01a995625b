import { describe, expect, it } from 'vitest';
import {
  downloadUrl,
  isValidDownload,
} from '../../../src/features/content/downloads/download-url.ts';
import { addresses } from '../../support/world.ts';

const file = { blob: 'f'.repeat(64), name: 'a.txt', contentType: 'text/plain' };
const dayMs = 24 * 60 * 60 * 1000;

function validityAt(url: string, now: Date): boolean {
  const query = new URL(url).searchParams;
  const expires = Number(query.get('expires'));
  return isValidDownload('key', { ...file, expires }, query.get('signature') ?? '', now);
}

describe('a signed URL', () => {
  it('works for 7 days from any time of a day on, and no longer than 8', () => {
    for (const time of ['2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z']) {
      const now = new Date(time);
      const url = downloadUrl({ addresses, key: 'key', now }, file);
      expect(validityAt(url, now)).toBe(true);
      expect(validityAt(url, new Date(now.getTime() + 7 * dayMs))).toBe(true);
      expect(validityAt(url, new Date(now.getTime() + 8 * dayMs))).toBe(false);
    }
  });

  it('is refused under another key', () => {
    const now = new Date('2026-03-01T12:00:00.000Z');
    const url = downloadUrl({ addresses, key: 'other', now }, file);
    expect(validityAt(url, now)).toBe(false);
  });
});
