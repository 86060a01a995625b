import { z } from 'zod';
import { writeChecked, type Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';
import { alreadyUsed, badField, badInput } from '../../errors.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { lockSiteFor } from './lock-site-for.ts';
import { findSite, type SiteKey } from './site-access.ts';
import { agentsContexts, siteVisibilities } from './site-enums.ts';
import { iconColumns, siteIcon } from './site-icon.ts';
import { TITLE_LENGTH_MAX, TITLE_LENGTH_MIN } from './site-limits.ts';
import { pathSegment } from './site-path.ts';
import { setDefaultSection, setDefaultSiteSpace } from './structure/defaults.ts';
import { siteSectionSource } from './structure/site-section-source.ts';
import { siteSpaceSource } from './structure/site-space-source.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** A host name with at least three labels, e.g. `docs.example.com` (interface, Site). */
const hostnamePattern =
  /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;
/** Maximum length of a name in the domain name system (RFC 1035), in characters. */
const HOSTNAME_LENGTH_MAX = 253;

const siteHostname = z
  .string()
  .max(HOSTNAME_LENGTH_MAX)
  .regex(hostnamePattern, { error: 'must be a host name in lower case, as in docs.example.com' });

/** Host and path, e.g. `example.com/docs` (interface, Sites). */
const proxyPattern = /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/;
const PROXY_LENGTH_MAX = 512;

/** Changes to a site (interface, Sites). An absent field keeps its value, null removes it. */
export const siteChanges = z.object({
  title: visibleText.min(TITLE_LENGTH_MIN).max(TITLE_LENGTH_MAX).optional(),
  icon: siteIcon.nullish(),
  visibility: z.enum(siteVisibilities).optional(),
  basename: pathSegment.nullish(),
  hostname: siteHostname.nullish(),
  agentsContext: z.enum(agentsContexts).optional(),
  adaptiveContent: z.object({ enabled: z.boolean() }).optional(),
  defaultSiteSpace: z.string().optional(),
  defaultSiteSection: z.string().optional(),
  proxy: z
    .string()
    .max(PROXY_LENGTH_MAX)
    .regex(proxyPattern, { error: 'must be a host and a path, as in example.com/docs' })
    .refine((proxy) => proxy.indexOf('/') <= HOSTNAME_LENGTH_MAX, {
      error: `must have a host of at most ${HOSTNAME_LENGTH_MAX} characters`,
    })
    .nullish(),
});

/**
 * Changes a site (interface, Sites).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, CONFLICT for a hostname that another site has, or a
 *   basename that another one of the organization has, BAD_USER_INPUT for a default that is not on
 *   the site
 */
export async function updateSite(
  context: Context,
  key: SiteKey,
  changes: z.output<typeof siteChanges>,
): Promise<WrittenRow> {
  const { adaptiveContent, icon, proxy, defaultSiteSpace, defaultSiteSection, ...columns } =
    changes;
  const work = async (transaction: PrismaTransaction) => {
    await lockSiteFor(transaction, context.viewer, key.siteId, key.organizationId);
    if (columns.hostname != null && context.addresses.hosts.includes(columns.hostname)) {
      throw badField(['input', 'hostname'], 'is the host of the gateway itself');
    }
    await requireFreeNames(transaction, key, columns);
    if (
      defaultSiteSection !== undefined &&
      !(await setDefaultSection(transaction, key.siteId, defaultSiteSection))
    ) {
      throw noDefault('defaultSiteSection', 'is not a section of the site');
    }
    if (defaultSiteSpace !== undefined) {
      await setSiteDefault(transaction, key.siteId, defaultSiteSpace);
    }
    const { siteId: id } = key;
    const changed = updateSql(
      'sites',
      { id },
      {
        ...columns,
        ...(columns.title !== undefined && { titleSpaceId: null }),
        ...(icon !== undefined && iconColumns(icon)),
        proxyOrigin: proxy,
        adaptiveContentEnabled: adaptiveContent?.enabled,
      },
    );
    await executeLast(transaction, changed);
    return { id };
  };
  return writeChecked(
    context,
    () => findSite(context, key, 'edit'),
    async () => {
      await requireVisibleDefaults(context, changes);
      return context.write(work);
    },
  );
}

/** Rejects defaults that the viewer may not see, as if they did not exist on the site. */
async function requireVisibleDefaults(
  { loaders }: Context,
  { defaultSiteSpace, defaultSiteSection }: z.output<typeof siteChanges>,
): Promise<void> {
  if (
    defaultSiteSection !== undefined &&
    !(await loaders.one(siteSectionSource, defaultSiteSection))
  ) {
    throw noDefault('defaultSiteSection', 'is not a section of the site');
  }
  if (defaultSiteSpace !== undefined && !(await loaders.one(siteSpaceSource, defaultSiteSpace))) {
    throw noDefault('defaultSiteSpace', 'is not a site-space of the site');
  }
}

async function requireFreeNames(
  transaction: PrismaTransaction,
  { organizationId, siteId }: SiteKey,
  { basename, hostname }: z.output<typeof siteChanges>,
): Promise<void> {
  const isTaken = async (
    where: { organizationId: string; basename: string } | { hostname: string },
  ) => (await transaction.site.count({ where: { ...where, NOT: { id: siteId } } })) > 0;
  if (basename != null && (await isTaken({ organizationId, basename }))) {
    throw alreadyUsed('basename', basename, 'site of this organization');
  }
  if (hostname != null && (await isTaken({ hostname }))) {
    throw alreadyUsed('hostname', hostname, 'site');
  }
}

/**
 * Sets the default of the site: that of its default section or, without sections, of the root
 * level.
 */
async function setSiteDefault(
  transaction: PrismaTransaction,
  siteId: string,
  siteSpaceId: string,
): Promise<void> {
  const section = await transaction.siteSection.findFirst({ where: { siteId, isDefault: true } });
  const sectionId = section?.id ?? null;
  const own = await transaction.siteSpace.count({ where: { id: siteSpaceId, siteId } });
  if (own === 0) throw noDefault('defaultSiteSpace', 'is not a site-space of the site');
  if (!(await setDefaultSiteSpace(transaction, { siteId, sectionId }, siteSpaceId))) {
    throw noDefault('defaultSiteSpace', 'is not in the default section of the site');
  }
}

function noDefault(name: string, problem: string) {
  return badInput(`"${name}" ${problem}.`, ['input', name]);
}
