import ipaddr from 'ipaddr.js';

/** Ranges that look public but are internal to a cloud or reserved. */
const closedRanges = [
  // Azure's host: metadata, certificates and settings of a machine.
  '168.63.129.16/32',
  // Private services of IBM Cloud, and the metadata of Equinix Metal.
  ...['161.26.0.0/16', '166.8.0.0/14', '192.80.8.124/32'],
  // Documentation (RFC 9637).
  '3fff::/20',
].map((range) => ipaddr.parseCIDR(range));

/** Second word of an ISATAP interface identifier, which precedes the IPv4 address. */
const ISATAP = 0x5efe;

/**
 * Checks whether an IP address is public. Loopback, private, link-local, shared and metadata
 * addresses are not, nor are IPv6 forms with an embedded IPv4 address (NAT64, 6to4, Teredo,
 * ISATAP).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // A mapped address is treated as the IPv4 address that it contains.
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

/** Checks for 2000::/3, which contains all allocated IPv6 addresses. */
function isGlobalUnicast({ parts }: ipaddr.IPv6): boolean {
  const [first = 0, , , , universal = 0, isatap] = parts;
  return first >> 13 === 0b001 && !(isatap === ISATAP && (universal & ~0x0200) === 0);
}
