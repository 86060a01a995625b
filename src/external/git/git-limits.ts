const MEGABYTE = 1024 * 1024;

/** How much of a repository is read. */
export interface RepositoryLimits {
  /** Files of a commit below the project directory: one that has more is refused. */
  fileCountMax: number;
  /** Bytes of one file; larger ones are left out. */
  fileBytesMax: number;
  /** Bytes of all of them: a commit that has more is refused. */
  totalBytesMax: number;
}

export const repositoryLimits: RepositoryLimits = {
  fileCountMax: 20_000,
  fileBytesMax: 20 * MEGABYTE,
  totalBytesMax: 1024 * MEGABYTE,
};

/** What a git server may take and send. */
export const gitLimits = {
  /** Bytes that a server sends at once: those of the files of one commit, compressed. */
  packBytesMax: 256 * MEGABYTE,
  /** Longest time for one answer of a server, in milliseconds. */
  requestTimeoutMs: 120_000,
  /** Most CPU time for all that is done with a repository at once, in milliseconds. */
  workCpuMs: 5 * 60_000,
} as const;
