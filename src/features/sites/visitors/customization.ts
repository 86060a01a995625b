import { builder, type Row } from '../../../builder.ts';
import { iconOf } from '../site-icon.ts';
import { SiteCustomizationSettings, SiteSpaceCustomizations } from './customization-settings.ts';

const both = (color: string) => ({ light: color, dark: color });

/** Default appearance of a site: all settings of the interface. */
const defaultSettings = {
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
} as const;

/**
 * Returns the settings of a site (interface, published content): defaults with its title and icon.
 */
export function settingsOf(site: Row<'Site'>): Record<string, unknown> {
  const icon = iconOf(site);
  const favicon = icon && 'images' in icon ? { icon: icon.images } : (icon ?? {});
  return { ...defaultSettings, title: site.title, favicon };
}

/** Appearance of a published site and its parts. */
export const SiteCustomizations = builder.objectRef<Row<'Site'>>('SiteCustomizations').implement({
  description: 'Appearance of a site.',
  rest: { fields: 'site siteSpaces' },
  fields: (t) => ({
    site: t.field({
      type: SiteCustomizationSettings,
      description:
        'The settings of the whole site: its title and icon, and the defaults for all the rest.',
      resolve: (site) => settingsOf(site),
    }),
    siteSpaces: t.field({
      type: SiteSpaceCustomizations,
      description: 'Settings of single site-spaces by their id: always empty.',
      resolve: () => ({}),
    }),
  }),
});

interface Script {
  script: string;
  contentSecurityPolicy: string | null;
  cookies: boolean;
}

/** Script that an integration adds to a published site. */
export const SiteScript = builder.objectRef<Script>('SiteScript').implement({
  description: 'A script that an integration adds to a site.',
  rest: { fields: 'script contentSecurityPolicy cookies' },
  fields: (t) => ({
    script: t.exposeString('script', { description: 'URL of the script.' }),
    contentSecurityPolicy: t.exposeString('contentSecurityPolicy', {
      nullable: true,
      description: 'Content security policy directives that the script needs; null for none.',
    }),
    cookies: t.exposeBoolean('cookies', { description: 'Whether it sets cookies.' }),
  }),
});
