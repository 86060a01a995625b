import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { findSiteByHostname } from './find-custom-hostname.ts';
import { hostnameStatusOf } from './hostname-status.ts';

/**
 * Checks the record of a custom hostname (interface, Custom hostnames). Changes nothing.
 *
 * @throws NOT_FOUND, BAD_USER_INPUT for a record that is wrong or missing
 */
export async function revalidateCustomHostname(context: Context, hostname: string): Promise<void> {
  const site = await findSiteByHostname(context, hostname);
  const problem = problems[await hostnameStatusOf(context, site)];
  if (problem === undefined) return;
  const remedy = `set it to ${context.addresses.sitesHost}, then try again`;
  throw badField(['input', 'hostname'], `${problem}: ${remedy}`);
}

const problems: Readonly<Record<string, string | undefined>> = {
  dns_no_cname: 'has no CNAME record',
  dns_wrong_cname: 'has another CNAME record',
  internal_error: 'has a CNAME record that the name servers did not return',
};
