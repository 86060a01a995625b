import dns from 'node:dns';
import net from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';
import { WebError } from './web-error.ts';

/** Timeouts in milliseconds: for a connection, and for each step of a response. */
const CONNECT_TIMEOUT_MS = 5000;
const STEP_TIMEOUT_MS = 15_000;

/** Maximum number of concurrent connections per origin. */
const CONNECTIONS_MAX = 8;

export interface GuardedAgentOptions {
  /** Hosts that may have non-public addresses: `host` or `host:port`. */
  intranetHosts?: readonly string[];
  /** Resolver of host addresses; defaults to that of the system. */
  lookup?: net.LookupFunction;
  /** Trusted certificates as PEM, which replace those of Node.js. */
  authorities?: readonly string[];
}

/**
 * Creates an agent that connects only to public addresses. It checks the address of the actual
 * connection, so that later DNS responses cannot redirect it.
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
      // A literal address is not looked up.
      if (net.isIP(host) !== 0 && !isPublicAddress(host)) return callback(refusal(), null);
      return connectPublic(target, callback);
    },
    connections: CONNECTIONS_MAX,
    headersTimeout: STEP_TIMEOUT_MS,
    bodyTimeout: STEP_TIMEOUT_MS,
  });
}

/** Restricts a lookup to public addresses; it fails if there are none. */
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
  return new WebError('refused', 'resolves to an address outside the public internet');
}
