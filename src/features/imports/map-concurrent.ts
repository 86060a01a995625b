/** Maps items asynchronously with limited concurrency. Returns the results in order. */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  countMax: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const run = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: countMax }, run));
  return results;
}
