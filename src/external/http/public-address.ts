import ipaddr from 'ipaddr.js';

/** Ranges that look public and are not: they serve the machines of one cloud, or nobody. */
const closedRanges = [
  // Azure's host: metadata, certificates and settings of a machine.
  '168.63.129.16/32',
  // Private services of IBM Cloud, and the metadata of Equinix Metal.
  ...['161.26.0.0/16', '166.8.0.0/14', '192.80.8.124/32'],
  // Documentation (RFC 9637).
  '3fff::/20',
].map((range) => ipaddr.parseCIDR(range));

/** The half of an ISATAP interface identifier that precedes an IPv4 address. */
const ISATAP = 0x5efe;

/**
 * Whether an IP address is one of the public internet. Loopback, private, link-local and shared
 * addresses, those of metadata services, and IPv6 forms that hide an IPv4 address (mapped, NAT64,
 * 6to4, Teredo, ISATAP) are not.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // A mapped address is the IPv4 address that it holds.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || closedRanges.some((range) => isWithin(parsed, range))) {
    return false;
  }
  return parsed instanceof ipaddr.IPv4 || isGlobalUnicast(parsed);
}

function isWithin(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  range: [ipaddr.IPv4 | ipaddr.IPv6, number],
): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

/** All of IPv6 that is given out to anybody is in 2000::/3. */
function isGlobalUnicast({ parts }: ipaddr.IPv6): boolean {
  const [first = 0, , , , universal = 0, isatap] = parts;
  return first >> 13 === 0b001 && !(isatap === ISATAP && (universal & ~0x0200) === 0);
}
