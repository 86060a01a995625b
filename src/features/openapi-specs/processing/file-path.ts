/**
 * Returns the name of a specification's first file: the last segment of its path. The query is
 * omitted because it can contain a token.
 */
export function fileName(address: string): string {
  const { pathname } = new URL(address);
  return pathname.slice(pathname.lastIndexOf('/') + 1) || 'openapi';
}

/**
 * Returns the name of another file: its path relative to the folder of the first one, e.g.
 * `schemas/pet.yaml` or `../common.yaml`. On another server, returns the whole address.
 */
export function pathFrom(first: string, address: string): string {
  const [base, url] = [new URL(first), new URL(address)];
  if (base.origin !== url.origin) return url.href;
  const from = base.pathname.split('/').slice(0, -1);
  const to = url.pathname.split('/');
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/') + url.search;
}
