import { enumType } from '../../../builder/declare-types.ts';
import { builder, type Row } from '../../../builder.ts';
import { Site } from '../site.ts';
import { loadSiteByHostname } from './find-custom-hostname.ts';
import { CustomHostnameStatus, hostnameStatusOf } from './hostname-status.ts';

const CustomHostnameTargetType = enumType(
  'CustomHostnameTargetType',
  'Type of what a custom hostname shows.',
  { site: 'A site.' },
);

const CustomHostnameTarget = builder.objectRef<Row<'Site'>>('CustomHostnameTarget').implement({
  description: 'What a custom hostname shows.',
  rest: { fields: 'type organization: organizationId site: siteId' },
  fields: (t) => ({
    type: t.field({
      type: CustomHostnameTargetType,
      description: 'Always `SITE`.',
      resolve: () => 'site' as const,
    }),
    organizationId: t.exposeID('organizationId', {
      description: 'Id of the organization of the site.',
    }),
    siteId: t.exposeID('id', { description: 'Id of the site.' }),
    site: t.field({ type: Site, description: 'The site.', resolve: (site) => site }),
  }),
});

const CustomHostname = builder.objectRef<Row<'Site'>>('CustomHostname').implement({
  description: 'The custom hostname of a site, which `updateSite` sets.',
  rest: {
    object: 'custom-hostname',
    rare: true,
    fields: 'hostname target { ...CustomHostnameTarget } status',
  },
  fields: (t) => ({
    hostname: t.string({
      description: 'The hostname.',
      resolve: ({ hostname }) => hostname ?? '',
    }),
    target: t.field({
      type: CustomHostnameTarget,
      description: 'What it shows.',
      resolve: (site) => site,
    }),
    status: t.field({
      type: CustomHostnameStatus,
      description: 'State of the hostname. Each read queries the domain name system.',
      complexity: 50,
      resolve: (site, _args, context) => hostnameStatusOf(context, site),
    }),
  }),
});

builder.queryField('customHostname', (t) =>
  t.field({
    type: CustomHostname,
    nullable: true,
    description: 'A custom hostname of a site that the viewer may see.',
    args: { hostname: t.arg.string({ required: true, description: 'The hostname.' }) },
    rest: {
      route: 'GET /v1/custom-hostnames/{hostname}',
      operationId: 'getCustomHostname',
    },
    resolve: (_root, { hostname }, context) => loadSiteByHostname(context, hostname),
  }),
);
