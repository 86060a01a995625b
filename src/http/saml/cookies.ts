/** The value of a cookie of a request; undefined when it has none of that name. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

export interface LoginCookie {
  value: string;
  /** The pages that get it: this address and all below it. */
  url: string;
  maxAgeSeconds: number;
}

/** A cookie that scripts do not see, and that other sites send by leading here only. */
export function setCookie(name: string, { value, url, maxAgeSeconds }: LoginCookie): string {
  const { protocol, pathname } = new URL(url);
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${name}=${value}; Path=${pathname}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
