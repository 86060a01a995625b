import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is one of the public internet. Loopback, private, link-local and shared
 * addresses, those of metadata services, and IPv6 forms that hide an IPv4 address (mapped, NAT64,
 * 6to4, Teredo) are not.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // A mapped address is the IPv4 address that it holds.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || isGlobalUnicast(parsed);
}

/** All of IPv6 that is given out to anybody is in 2000::/3. */
function isGlobalUnicast({ parts: [first = 0] }: ipaddr.IPv6): boolean {
  return first >> 13 === 0b001;
}
