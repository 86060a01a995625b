import { describe, expect, it } from 'vitest';
import { readInProcess } from '../../../../src/features/openapi-specs/documents/read-documents.ts';

/** What a file holds, as it is read in the thread. */
async function read(text: string): Promise<unknown> {
  const { json } = await readInProcess({ text: Buffer.from(text), address: null }, 'It');
  return JSON.parse(Buffer.from(json).toString());
}

describe('the thread that reads specifications', () => {
  it('takes one after the other, however many wait: the tenth at once was refused', async () => {
    const indexes = Array.from({ length: 20 }, (_, index) => index);
    const values = await Promise.all(indexes.map((index) => read(`x-index: ${index}\n`)));
    expect(values).toEqual(indexes.map((index) => ({ 'x-index': index })));
  });

  it('goes on with the next after one that cannot be read', async () => {
    const [bad, good] = [read('a: ['), read('a: 1')];
    await expect(bad).rejects.toMatchObject({ code: 'PARSE_ERROR' });
    expect(await good).toEqual({ a: 1 });
  });
});
