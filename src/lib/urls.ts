/** Joins a base URL with path segments, each encoded. */
export function urlOf(baseUrl: string, ...segments: readonly string[]): string {
  return [baseUrl, ...segments.map((segment) => encodeURIComponent(segment))].join('/');
}

/** Returns addresses below an origin without it, so that they work under any name of the host. */
export function localTo(origin: string): (url: string) => string {
  const { origin: own } = new URL(origin);
  return (url) => {
    if (url === own) return '/';
    return url.startsWith(`${own}/`) ? url.slice(own.length) : url;
  };
}

/** Returns a path with another value of a parameter of its query; undefined removes it. */
export function withParameter(path: string, name: string, value: string | undefined): string {
  const [before = '', query] = path.split('?');
  const parameters = new URLSearchParams(query);
  if (value === undefined) parameters.delete(name);
  else parameters.set(name, value);
  return parameters.size > 0 ? `${before}?${parameters.toString()}` : before;
}
