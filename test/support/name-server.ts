import { Resolver } from 'node:dns/promises';

/**
 * Answers for CNAME records in place of name servers: hosts below `shown.example.com` lead to the
 * gateway of tests, hosts below `elsewhere.example.com` lead to another host, names below
 * `silent.example.com` are not answered for, and others have no record.
 */
export function replaceNameServers(): void {
  Resolver.prototype.resolveCname = (hostname) => {
    if (hostname.endsWith('.shown.example.com')) return Promise.resolve(['docs.example.com']);
    if (hostname.endsWith('.elsewhere.example.com')) return Promise.resolve(['example.org']);
    const code = hostname.endsWith('.silent.example.com') ? 'ETIMEOUT' : 'ENODATA';
    return Promise.reject(Object.assign(new Error(`queryCname ${code} ${hostname}`), { code }));
  };
}
