import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { sql, type Database } from '../../../database/database.ts';
import { iconOf } from '../site-icon.ts';
import { hasFeature, type SiteFeatureKey } from '../site-features.ts';
import type { CustomizationSettings } from './customization-schema.ts';
import { mergeCustomization, type SettingsObject } from './merge-customization.ts';

const both = (color: string) => ({ light: color, dark: color });

/** Default appearance of a site: all settings of the interface. */
const defaultSettings: CustomizationSettings = {
  styling: {
    theme: 'clean',
    primaryColor: both('#346DDB'),
    infoColor: both('#787878'),
    successColor: both('#00C950'),
    warningColor: both('#FE9A00'),
    dangerColor: both('#FB2C36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'subtle',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: false },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: false },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
};

const { styling, footer } = defaultSettings;
const { infoColor, successColor, warningColor, dangerColor, icons, font, monospaceFont } = styling;

/** Settings that need a feature, with their values without it; null for none. */
const withoutFeature: Partial<Record<SiteFeatureKey, SettingsObject>> = {
  'sites-custom-fonts': { styling: { font, monospaceFont } },
  'sites-advanced-customization': {
    styling: { infoColor, successColor, warningColor, dangerColor, icons },
    footer: { ...footer, logo: null, copyright: null },
  },
};

/** Options of a read of settings. */
export interface CustomizationOptions {
  /** Includes settings of features that the plan of the site lacks. */
  unmasked: boolean;
}

/** Stored settings of a site and its site-spaces. */
interface StoredCustomization {
  site: SettingsObject | null;
  /** Overrides by site-space id. */
  siteSpaces: Map<string, SettingsObject>;
}

/** Loads the stored settings of a site. Batched. */
function loadStored(
  { db, loaders }: Pick<Context, 'db' | 'loaders'>,
  siteId: string,
): Promise<StoredCustomization> {
  return loaders.batch('customizations', siteId, (ids) => readStored(db, ids));
}

async function readStored(
  db: Database,
  siteIds: readonly string[],
): Promise<StoredCustomization[]> {
  const rows = (await db.query(sql`
    SELECT site_id, NULL, settings FROM site_customizations
    WHERE site_id = ANY(${[...siteIds]}::text[])
    UNION ALL
    SELECT ss.site_id, ss.id, c.settings FROM site_space_customizations c
    JOIN site_spaces ss ON ss.id = c.site_space_id
    WHERE ss.site_id = ANY(${[...siteIds]}::text[])`)) as [string, string | null, SettingsObject][];
  const stored = new Map<string, StoredCustomization>(
    siteIds.map((siteId) => [siteId, { site: null, siteSpaces: new Map() }]),
  );
  for (const [siteId, siteSpaceId, settings] of rows) {
    const customization = stored.get(siteId);
    if (siteSpaceId !== null) customization?.siteSpaces.set(siteSpaceId, settings);
    else if (customization) customization.site = settings;
  }
  return [...stored.values()];
}

/**
 * Returns the settings of a site (interface, Site customization): the stored ones, or the defaults.
 * The title and the icon of the site replace missing ones.
 */
export async function settingsOfSite(
  context: Pick<Context, 'db' | 'loaders'>,
  site: Row<'Site'>,
  options: CustomizationOptions = { unmasked: false },
): Promise<SettingsObject> {
  return shownSettings(site, (await loadStored(context, site.id)).site, options);
}

function shownSettings(
  site: Row<'Site'>,
  stored: SettingsObject | null,
  { unmasked }: CustomizationOptions,
): SettingsObject {
  const settings: SettingsObject = { title: site.title, ...(stored ?? defaultSettings) };
  const icon = iconOf(site);
  const favicon = icon && 'images' in icon ? { icon: icon.images } : (icon ?? {});
  const hasFavicon = Object.keys(settings['favicon'] as object).length > 0;
  const complete = hasFavicon ? settings : { ...settings, favicon };
  if (unmasked) return complete;
  return Object.entries(withoutFeature)
    .filter(([feature]) => !hasFeature(site.type, feature as SiteFeatureKey))
    .reduce((shown, [, without]) => mergeCustomization(shown, without), complete);
}

/** Returns the settings of a site-space: those of its site, with its own. */
export async function settingsOfSiteSpace(
  context: Pick<Context, 'db' | 'loaders'>,
  site: Row<'Site'>,
  siteSpaceId: string,
  options: CustomizationOptions = { unmasked: false },
): Promise<SettingsObject> {
  const { site: stored, siteSpaces } = await loadStored(context, site.id);
  const overrides = siteSpaces.get(siteSpaceId);
  const isShown = options.unmasked || hasFeature(site.type, 'sites-advanced-customization');
  const settings = shownSettings(site, stored, options);
  return overrides && isShown ? mergeCustomization(settings, overrides) : settings;
}

/** Returns the ids of the site-spaces that override settings of their site. */
export async function customizedSiteSpaces(
  context: Pick<Context, 'db' | 'loaders'>,
  site: Row<'Site'>,
): Promise<ReadonlySet<string>> {
  if (!hasFeature(site.type, 'sites-advanced-customization')) return new Set();
  return new Set((await loadStored(context, site.id)).siteSpaces.keys());
}
