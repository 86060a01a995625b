/** How the queue calls the work of a kind of job: scheduled work has names of its own. */
export function taskOf(kind: string): string {
  return `job ${kind}`;
}
