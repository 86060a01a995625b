import { performance } from 'node:perf_hooks';

/** CPU time of the reference work on the calm machine of the limits, in milliseconds. */
const NOMINAL_MS = 13;
/** Number of measurements before the work, and as many after it. */
const MEASUREMENTS = 3;
/** Size of the memory that the reference work walks through: more than caches hold. */
const CELLS = 4 * 1024 * 1024;
const STEPS = 100_000;

/** Time that is spent more than on the calm machine, as a factor of at least 1. */
export interface Slowness {
  /** Factor of CPU time: of slower cores, and of memory and caches that others use. */
  cpu: number;
  /** Factor of wall time: of CPU time, and of waiting for a core. */
  wall: number;
}

/** A document of the size of a large response. */
const json = JSON.stringify(
  Array.from({ length: 2000 }, (_, index) => ({
    id: `page_${index}`,
    title: `Title ${index}`,
    tags: [index, 'a', null, { isNew: index % 2 === 0 }],
  })),
);

let cells: Int32Array | undefined;

/**
 * Runs work, and measures the speed of the machine right before and after it. Limits of time are
 * multiplied by the result: a slow machine passes, and slow code fails on any machine.
 */
export async function withSlowness<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; slowness: Slowness }> {
  const times = measure();
  const result = await work();
  times.push(...measure());
  const factor = (of: keyof Slowness) =>
    Math.max(1, median(times.map((time) => time[of])) / NOMINAL_MS);
  return { result, slowness: { cpu: factor('cpu'), wall: factor('wall') } };
}

function measure(): Slowness[] {
  return Array.from({ length: MEASUREMENTS }, () => {
    const [cpuStart, wallStart] = [process.cpuUsage(), performance.now()];
    doReferenceWork();
    const { user, system } = process.cpuUsage(cpuStart);
    return { cpu: (user + system) / 1000, wall: performance.now() - wallStart };
  });
}

/** Parses and writes JSON, and walks through memory. */
function doReferenceWork(): number {
  let place = JSON.stringify(JSON.parse(json)).length % CELLS;
  cells ??= createWalk();
  for (let step = 0; step < STEPS; step += 1) place = cells[place] ?? 0;
  return place;
}

/** Creates cells that each name the next one, far away: a walk through them visits all. */
function createWalk(): Int32Array {
  const walk = new Int32Array(CELLS);
  for (let index = 0; index < CELLS; index += 1) walk[index] = (index * 5 + 1_234_567) % CELLS;
  return walk;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
