import { enumType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { gitSyncSource } from './git-sync-source.ts';
import { oneField, showing } from '../../pagination/declared-fields.ts';

const GitInstallationProvider = enumType(
  'GitInstallationProvider',
  'Kind of connection between a space and its git repository.',
  {
    github: 'Hosted on GitHub.',
    gitlab: 'Hosted on GitLab.',
    'github-legacy': 'Hosted on GitHub, through a legacy installation.',
  },
);

const GitRepository = builder.prismaObject('GitSync', {
  name: 'GitRepository',
  description: 'The git repository that a space was last imported from or exported to.',
  rest: { fields: 'repoName installationProvider integration url updatedAt', rare: true },
  fields: (t) => ({
    repoName: t.exposeString('repositoryName', {
      description: 'Name of the repository, with its owner.',
    }),
    installationProvider: t.field({
      type: GitInstallationProvider,
      nullable: true,
      description: 'Host of the repository; null if it is another one.',
      ...showing('provider'),
    }),
    integration: t.exposeString('provider', {
      nullable: true,
      description: 'Name of the integration for the host; null for other hosts.',
    }),
    url: t.exposeString('treeUrl', {
      description: 'Prefix of the addresses of its files; without user, password and query.',
    }),
    ref: t.exposeString('ref', { description: 'The branch, e.g. `refs/heads/main`.' }),
    projectDirectory: t.exposeString('directory', {
      description: 'Directory that contains the space; empty for the whole repository.',
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
    description:
      'Its git repository; null when none is set up, and for readers of what is published.',
    rest: {
      route: 'GET /git/info',
      rare: true,
      operationId: 'getSpaceGitInfo',
      notFoundMessage: 'The space has no git repository: import or export one, which sets it up.',
    },
    ...oneField(gitSyncSource, 'id'),
  }),
}));
