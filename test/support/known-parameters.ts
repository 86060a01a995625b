import { kindOfId } from '../../src/lib/id.ts';

/** Values of path parameters, in the order in which they were seen. */
export class KnownParameters {
  readonly #values = new Map<string, Set<string>>();

  learn(parameter: string, value: string): void {
    this.#values.set(parameter, (this.#values.get(parameter) ?? new Set()).add(value));
  }

  /** Learns every id of a body: its prefix tells which parameter takes it. */
  learnFrom(body: unknown): void {
    if (typeof body !== 'object' || body === null) return;
    for (const [key, item] of Object.entries(body)) {
      const kind = key === 'id' && typeof item === 'string' ? kindOfId(item) : undefined;
      if (kind === 'Page') this.learn('documentId', item as string);
      if (kind) this.learn(`${kind[0]?.toLowerCase()}${kind.slice(1)}Id`, item as string);
      else this.learnFrom(item);
    }
  }

  /** Returns every address of a path whose parameters are known. */
  addressesOf(path: string): string[] {
    const [, name] = /\{(\w+)\}/.exec(path) ?? [];
    if (name === undefined) return [path];
    const values = [...(this.#values.get(name) ?? [])];
    return values.flatMap((value) => this.addressesOf(path.replace(`{${name}}`, value)));
  }
}
