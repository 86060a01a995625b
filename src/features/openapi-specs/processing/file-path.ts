/**
 * What the first file of a specification is called: the last part of its path. The query of its
 * address can hold a token, and is no part of its name.
 */
export function fileName(address: string): string {
  const { pathname } = new URL(address);
  return pathname.slice(pathname.lastIndexOf('/') + 1) || 'openapi';
}

/**
 * What another file is called: its path, seen from the folder of the first one, e.g.
 * `schemas/pet.yaml` or `../common.yaml`; its whole address on another server.
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
