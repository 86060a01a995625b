import dns from 'node:dns';
import net from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';
import { WebError } from './web-error.ts';

/** Longest waits, in milliseconds: for a connection, for the head of an answer, within its body. */
const CONNECT_TIMEOUT_MS = 5000;
const STEP_TIMEOUT_MS = 15_000;

/** Most connections to one origin at once. */
const CONNECTIONS_MAX = 8;

export interface GuardedAgentOptions {
  /** Hosts that may have addresses that are not public: `host` or `host:port`. */
  intranetHosts?: readonly string[];
  /** Finds the addresses of a host; the resolver of the system when absent. */
  lookup?: net.LookupFunction;
  /** Certificates, as PEM, that are trusted in place of those that Node.js trusts. */
  authorities?: readonly string[];
}

/**
 * Connects to public addresses only. The address is checked that the connection is made to, so
 * that no later answer of the DNS can lead elsewhere.
 */
export function createGuardedAgent(options: GuardedAgentOptions = {}): Agent {
  const { intranetHosts = [], lookup = dns.lookup, authorities } = options;
  const allowed = new Set(intranetHosts.map((host) => host.toLowerCase()));
  const common = { timeout: CONNECT_TIMEOUT_MS, ...(authorities && { ca: [...authorities] }) };
  const connectAnywhere = buildConnector({ ...common, lookup });
  const connectPublic = buildConnector({ ...common, lookup: publicOnly(lookup) });
  return new Agent({
    connect(target, callback) {
      const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase();
      const port = target.port || (target.protocol === 'https:' ? '443' : '80');
      const name = net.isIPv6(host) ? `[${host}]` : host;
      if (allowed.has(name) || allowed.has(`${name}:${port}`)) {
        return connectAnywhere(target, callback);
      }
      // An address that is written as such is not looked up.
      if (net.isIP(host) !== 0 && !isPublicAddress(host)) return callback(refusal(), null);
      return connectPublic(target, callback);
    },
    connections: CONNECTIONS_MAX,
    headersTimeout: STEP_TIMEOUT_MS,
    bodyTimeout: STEP_TIMEOUT_MS,
  });
}

/** A lookup that answers public addresses only, and fails where there are none. */
function publicOnly(lookup: net.LookupFunction): net.LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: 4 }];
      const open = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = open;
      if (!first) return callback(refusal(), []);
      return options.all ? callback(null, open) : callback(null, first.address, first.family);
    });
  };
}

function refusal(): WebError {
  return new WebError('refused', 'leads to an address that is not of the public internet');
}
