/**
 * Names a cookie of the gateway at a base URL. Over https no other host can set one of that name,
 * not even one of the same domain.
 */
export function cookieName(name: string, baseUrl: string): string {
  return isSecure(baseUrl) ? `__Host-${name}` : name;
}

/** The value of a cookie of a request; undefined when it has none of that name. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** A cookie that scripts do not see, and that other sites send by leading here only. */
export function setCookie(
  name: string,
  value: string,
  { baseUrl, maxAgeSeconds }: { baseUrl: string; maxAgeSeconds: number },
): string {
  const secure = isSecure(baseUrl) ? '; Secure' : '';
  return (
    `${cookieName(name, baseUrl)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; ` +
    `HttpOnly; SameSite=Lax${secure}`
  );
}

function isSecure(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'https:';
}
