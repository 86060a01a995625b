/** Reason why something is not converted, worded to follow its address. */
export interface Refusal {
  refusal: string;
}

export function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'refusal' in result;
}
