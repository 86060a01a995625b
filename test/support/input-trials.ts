import { expect } from 'vitest';
import { certificatePem } from './certificate.ts';
import type { Client } from './client.ts';
import type { Scene } from './scene.ts';

// Each trial knows the shape of its own bodies.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

/** A trial of an update's field: a value that it does not have yet, and where it appears. */
export interface Trial {
  value: (scene: Scene) => unknown;
  /** Reads the value from the response; defaults to the field's name. */
  shown?: (body: Body) => unknown;
  /** Reads the value with another request, if the response lacks it. */
  found?: (scene: Scene, admin: Client) => Promise<unknown>;
  /** Returns the expected value, if it differs from the input. */
  shows?: (scene: Scene) => unknown;
  /** Expected value after null; absent if undefined. */
  cleared?: unknown;
}

const is = (value: unknown): Trial => ({ value: () => value });

/** Returns the trial of a group of settings, by one of them. */
function setting(group: string, name: string, value: unknown): Trial {
  return {
    value: () => ({ [name]: value }),
    shown: (body) => body[group][name],
    shows: () => value,
  };
}

const emoji = ({ reactions }: Body): unknown[] => reactions.map((item: Body) => item.emoji);

const reply = {
  body: is({ markdown: 'Better.' }),
  addedReactions: { ...is(['👍']), shown: emoji },
  removedReactions: { ...is(['👍']), shown: emoji, shows: () => [] },
} satisfies Record<string, Trial>;

const comment = {
  ...reply,
  resolved: { ...is(true), shown: ({ status }: Body) => status === 'resolved' },
} satisfies Record<string, Trial>;

/** Returns whether the comment of a reply is resolved. */
async function commentResolved(scene: Scene, admin: Client): Promise<boolean> {
  const branch = `/v1/spaces/${scene.spaceId}/change-requests/${scene.changeRequestId}`;
  const { body } = await admin.get(`${branch}/comments/${scene.threads.changeRequest.commentId}`);
  return body.status === 'resolved';
}

/**
 * Returns the trial of a role granted to the reader of a scene or to their team. The stronger of
 * the two roles is their level.
 */
function grantedRole(on: 'space' | 'collection'): Trial {
  return {
    ...is('edit'),
    async found({ spaceId, collectionId, memberId }, admin) {
      const place = on === 'space' ? `spaces/${spaceId}` : `collections/${collectionId}`;
      const { body } = await admin.get(`/v1/${place}/permissions/aggregate?limit=1000`);
      return body.items.find(({ user }: Body) => user.id === memberId).permission;
    },
    cleared: 'read',
  };
}

/** Returns a reader of the default item's id in a list of a site. */
function defaultOf(list: 'sections' | 'site-spaces') {
  return async ({ organizationId, siteId }: Scene, admin: Client): Promise<unknown> => {
    const { body } = await admin.get(`/v1/orgs/${organizationId}/sites/${siteId}/${list}`);
    return body.items.find((item: Body) => item.default).id;
  };
}

/** Returns a reader of a user's role in the team of a scene. */
function roleInTeam(who: 'userId' | 'memberId') {
  return async ({ organizationId, teamId, ...scene }: Scene, admin: Client): Promise<unknown> => {
    const { body } = await admin.get(`/v1/orgs/${organizationId}/teams/${teamId}/members`);
    return body.items.find(({ id }: Body) => id === scene[who])?.role;
  };
}

const defaultSiteSpace: Trial = {
  value: ({ otherSiteSpaceId }) => otherSiteSpaceId,
  found: defaultOf('site-spaces'),
};

/** The fields of each update, in an order in which one resource can try them all. */
export const inputTrials: Readonly<Record<string, Readonly<Record<string, Trial>>>> = {
  addMemberToOrganizationTeamById: {
    role: { ...is('owner'), found: roleInTeam('memberId') },
  },
  updateChangeRequestById: { subject: is('Shorten'), status: is('archived') },
  updateCollectionById: {
    title: is('Renamed'),
    description: is('All of it.'),
    defaultLevel: { ...is('read'), cleared: null },
  },
  updateCommentInSpace: comment,
  updateCommentInChangeRequest: comment,
  updateCommentReplyInSpace: reply,
  updateCommentReplyInChangeRequest: {
    ...reply,
    resolved: { ...is(true), found: commentResolved },
  },
  updateUserById: {
    // All scenes share the user.
    displayName: { value: ({ siteId }) => `Ada of ${siteId}` },
    photoURL: { value: ({ siteId }) => `https://example.com/${siteId}.png` },
  },
  updateUserPermissionInSpace: { role: grantedRole('space') },
  updateTeamPermissionInSpace: { role: grantedRole('space') },
  updateUserPermissionInCollection: { role: grantedRole('collection') },
  updateTeamPermissionInCollection: { role: grantedRole('collection') },
  updateMemberInOrganizationById: { role: { ...is('edit'), cleared: null } },
  updateMembersInOrganizationTeam: {
    add: {
      value: ({ userId }) => [userId],
      found: roleInTeam('userId'),
      shows: () => 'member',
    },
    memberships: {
      value: ({ memberId }) => ({ [memberId]: { role: 'owner' } }),
      found: roleInTeam('memberId'),
      shows: () => 'owner',
    },
    remove: {
      value: ({ memberId }) => [memberId],
      found: roleInTeam('memberId'),
      shows: () => undefined,
    },
  },
  updateTranslation: {},
  updateGlossaryEntries: {},
  updateOrganizationSAMLProvider: {
    label: is('Renamed'),
    entityID: { ...is('urn:example:login'), cleared: '' },
    certificate: { ...is(certificatePem), cleared: '' },
    ssoURL: is('https://other.example.com/sso'),
    defaultTeam: {
      value: ({ teamId }) => teamId,
      shown: ({ defaultTeam }) => defaultTeam?.id,
    },
    defaultRole: { ...is('edit'), cleared: null },
  },
  updateOrganizationById: {
    title: is('Renamed'),
    ai: is(false),
    sso: is(true),
    inviteLinks: is(false),
    emailDomains: is(['example.com']),
    hostname: {
      value: ({ organizationId }) => organizationId.slice(-20).toLowerCase(),
    },
    defaultRole: { ...is('read'), cleared: null },
    defaultContent: { value: ({ siteId }) => ({ type: 'site', site: siteId }) },
    logo: { ...is('https://example.com/logo.png'), shown: ({ urls }) => urls.logo },
  },
  updateSiteById: {
    title: is('Renamed'),
    icon: is({ emoji: '📘' }),
    visibility: is('unlisted'),
    basename: is('renamed'),
    hostname: { value: ({ siteId }) => `${siteId.toLowerCase().replace('_', '-')}.example.com` },
    agentsContext: is('excluded'),
    adaptiveContent: is({ enabled: true }),
    proxy: {
      ...is('example.com/docs'),
      shows: () => ({ origin: 'example.com/docs', target: expect.any(String) as string }),
    },
    defaultSiteSpace,
    defaultSiteSection: {
      value: ({ otherSectionId }) => otherSectionId,
      found: defaultOf('sections'),
    },
  },
  updateSitePublishingAuthById: {
    backend: is('integration'),
    fallbackURL: is('https://example.com/login'),
  },
  updateSiteSectionById: {
    title: is('Renamed'),
    path: is('renamed'),
    condition: is('visitor.claims.isBeta'),
    icon: is('book'),
    description: is('All of it.'),
    defaultSiteSpace,
  },
  overrideSiteSpaceCustomizationById: {
    title: { ...is('Renamed'), cleared: 'Docs' },
    announcement: is({ enabled: true, message: 'News', style: 'info' }),
    favicon: { ...is({ emoji: '🧪' }), cleared: {} },
    styling: setting('styling', 'theme', 'bold'),
    internationalization: is({ locale: 'fr' }),
    header: setting('header', 'links', [{ title: 'More', to: null, links: [] }]),
    footer: setting('footer', 'groups', [{ title: 'Company', links: [] }]),
    themes: setting('themes', 'default', 'dark'),
    pdf: is({ enabled: true }),
    feedback: is({ enabled: true }),
    git: is({ showEditLink: true }),
    externalLinks: is({ target: 'blank' }),
    pagination: is({ enabled: false }),
    trademark: is({ enabled: false }),
    privacyPolicy: is({ url: 'https://example.com/privacy' }),
    socialPreview: is({ url: 'https://example.com/image.png' }),
  },
  updateSiteRedirectById: {
    source: is('/renamed'),
    destination: {
      value: ({ siteSectionId }) => ({ kind: 'site-section', siteSectionId }),
    },
  },
  updateSiteShareLinkById: { name: is('Press'), active: is(false) },
  updateSiteSectionGroupById: { title: is('Renamed'), icon: is('folder') },
  updateSiteSpaceById: {
    path: is('renamed'),
    condition: is('visitor.claims.isBeta'),
    spaceId: {
      value: ({ spareSpaceId }) => spareSpaceId,
      shown: ({ space }) => space.id,
    },
  },
  updateSpaceById: {
    title: is('Renamed'),
    emoji: { ...is('📗'), cleared: '📄' },
    icon: { ...is('https://example.com/icon.png'), shown: ({ urls }) => urls.icon },
    language: is('pt-br'),
    defaultLevel: { ...is('read'), cleared: null },
    editMode: is('locked'),
  },
};
