/** Returns the task name of a kind of job in the queue, distinct from those of scheduled work. */
export function taskOf(kind: string): string {
  return `job ${kind}`;
}
