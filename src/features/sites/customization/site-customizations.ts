import { builder, type ArgumentBuilder } from '../../../builder.ts';
import { findSiteSpace, siteOf } from '../site-access.ts';
import type { VisitedSite } from '../visitors/find-published-content.ts';
import { visitedSiteSpaces } from '../visitors/visited-structure.ts';
import {
  Customization,
  SiteCustomizationSettings,
  SiteSpaceCustomizations,
} from './customization-settings.ts';
import { customizedSiteSpaces, settingsOfSite, settingsOfSiteSpace } from './load-customization.ts';

/** Appearance of a published site and its parts. */
export const SiteCustomizations = builder.objectRef<VisitedSite>('SiteCustomizations').implement({
  description: 'Appearance of a site.',
  rest: { fields: 'site siteSpaces' },
  fields: (t) => ({
    site: t.field({
      type: SiteCustomizationSettings,
      description: 'The settings of the whole site, as far as its plan includes them.',
      resolve: ({ site }, _args, context) => settingsOfSite(context, site),
    }),
    siteSpaces: t.field({
      type: SiteSpaceCustomizations,
      description: 'The settings of the site-spaces that override some, by their ids.',
      resolve: async (visited, _args, context) => {
        const customized = await customizedSiteSpaces(context, visited.site);
        const shown = await visitedSiteSpaces(context, visited);
        const entries = shown
          .filter(({ id }) => customized.has(id))
          .map(async ({ id }) => [id, await settingsOfSiteSpace(context, visited.site, id)]);
        return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>;
      },
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

const unmaskedArgument = (arg: ArgumentBuilder) => ({
  unmasked: arg.boolean({
    defaultValue: false,
    description:
      'Whether to return settings also of features that the plan of the site lacks, which visitors do not see.',
  }),
});

builder.prismaObjectFields('Site', (t) => ({
  customization: t.field({
    type: Customization,
    description: 'Appearance of the site.',
    rest: { route: 'GET /customization', rare: true, operationId: 'getSiteCustomizationById' },
    args: unmaskedArgument(t.arg),
    resolve: (site, { unmasked }, context) =>
      settingsOfSite(context, site, { unmasked: unmasked ?? false }),
  }),
  siteSpaceCustomization: t.field({
    type: Customization,
    nullable: true,
    description:
      'Appearance of a site-space: that of the site, with what the site-space overrides.',
    rest: {
      route: 'GET /site-spaces/{siteSpaceId}/customization',
      rare: true,
      operationId: 'getSiteSpaceCustomizationById',
    },
    args: {
      siteSpaceId: t.arg.id({ required: true, description: 'Id of the site-space.' }),
      ...unmaskedArgument(t.arg),
    },
    resolve: async (site, { siteSpaceId, unmasked }, context) => {
      const key = { organizationId: site.organizationId, siteId: site.id, siteSpaceId };
      const { id } = await findSiteSpace(context, key);
      return settingsOfSiteSpace(context, site, id, { unmasked: unmasked ?? false });
    },
  }),
}));

builder.prismaObjectFields('SiteSpace', (t) => ({
  customization: t.field({
    type: Customization,
    description: 'Appearance of the site-space: that of the site, with what it overrides.',
    args: unmaskedArgument(t.arg),
    resolve: async ({ id, siteId }, { unmasked }, context) =>
      settingsOfSiteSpace(context, await siteOf(context, siteId), id, {
        unmasked: unmasked ?? false,
      }),
  }),
}));
