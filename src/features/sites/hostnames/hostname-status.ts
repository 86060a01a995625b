import type { Row } from '../../../builder.ts';
import { enumType } from '../../../builder/declare-types.ts';
import type { Context } from '../../../context.ts';
import { resolveCname } from '../../../external/dns/resolve-cname.ts';

const statuses = {
  live: 'The record is correct, and the site is published.',
  dns_passed: 'The record is correct, but the site is not published.',
  dns_no_cname: 'The hostname has no CNAME record.',
  dns_wrong_cname: 'The CNAME record of the hostname does not point to the gateway.',
  internal_error: 'The name servers did not respond.',
} as const;

type HostnameStatus = keyof typeof statuses;

export const CustomHostnameStatus = enumType(
  'CustomHostnameStatus',
  'State of a custom hostname, by its record in the domain name system.',
  statuses,
);

/** Asks the domain name system for the state of the hostname of a site. */
export async function hostnameStatusOf(
  { addresses }: Pick<Context, 'addresses'>,
  { hostname, published }: Pick<Row<'Site'>, 'hostname' | 'published'>,
): Promise<HostnameStatus> {
  const target = await resolveCname(hostname ?? '');
  if (target === undefined) return 'internal_error';
  if (target === null) return 'dns_no_cname';
  const isGateway = target.replace(/\.$/, '').toLowerCase() === addresses.sitesHost;
  if (!isGateway) return 'dns_wrong_cname';
  return published ? 'live' : 'dns_passed';
}
