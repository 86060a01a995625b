import type { World } from './world.ts';

/** Creates the repository that the space was first imported from. */
export async function createGitSync(
  world: World,
  spaceId: string,
  revisionId: string,
): Promise<void> {
  await world.db.prisma.gitSync.create({
    data: {
      ...{ spaceId, revisionId, ref: 'refs/heads/main', directory: 'docs', provider: 'github' },
      repositoryUrl: 'https://git.example.com/acme/docs.git',
      repositoryName: 'acme/docs',
      treeUrl: 'https://git.example.com/acme/docs/tree/main/',
      commitOid: '5f1d3a2b'.repeat(5),
      updatedAt: new Date(),
    },
  });
}
