import { builder } from '../../builder.ts';
import { gitSyncSource } from './git-sync-source.ts';
import { oneField, showing } from '../../pagination/declared-fields.ts';

const GitInstallationProvider = builder.enumType('GitInstallationProvider', {
  description: 'How the git repository of a space is set up.',
  values: {
    GITHUB: { value: 'github', description: 'It is hosted on GitHub.' },
    GITLAB: { value: 'gitlab', description: 'It is hosted on GitLab.' },
    GITHUB_LEGACY: {
      value: 'github-legacy',
      description: 'It is hosted on GitHub, by an installation of an earlier kind.',
    },
  } as const,
});

const GitRepository = builder.prismaObject('GitSync', {
  name: 'GitRepository',
  description: 'The git repository that a space was last imported from or exported to.',
  rest: { fields: 'repoName installationProvider integration url updatedAt' },
  fields: (t) => ({
    repoName: t.exposeString('repositoryName', {
      description: 'Its name, with that of its owner.',
    }),
    installationProvider: t.field({
      type: GitInstallationProvider,
      nullable: true,
      description: 'Who hosts it; null for others.',
      ...showing('provider'),
    }),
    integration: t.exposeString('provider', {
      nullable: true,
      description: 'Name of the integration that is for the host; null for others.',
    }),
    url: t.exposeString('treeUrl', {
      description: 'Prefix of the addresses of its files; without user, password and query.',
    }),
    ref: t.exposeString('ref', { description: 'The branch, e.g. `refs/heads/main`.' }),
    projectDirectory: t.exposeString('directory', {
      description: 'The part of it that is the space; empty for all of it.',
    }),
    commit: t.exposeString('commitOid', {
      description: 'Git’s object id of the commit that was last imported or made.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was last imported or exported.',
    }),
  }),
});

builder.prismaObjectFields('Space', (t) => ({
  gitSync: t.field({
    type: GitRepository,
    nullable: true,
    description:
      'Its git repository; null when none is set up, and for readers of what is published.',
    rest: {
      route: 'GET /git/info',
      operationId: 'getSpaceGitInfo',
      missing: 'The space has no git repository: import or export one, which sets it up.',
    },
    ...oneField(gitSyncSource, 'id'),
  }),
}));
