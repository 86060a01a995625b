/** Why something is not converted, to follow its address. */
export interface Refusal {
  refusal: string;
}

export function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'refusal' in result;
}
