const MEGABYTE = 1024 * 1024;

/** Limits for reading a repository. */
export interface RepositoryLimits {
  /**
   * Maximum number of files of a commit below the project directory; a commit with more is
   * rejected.
   */
  fileCountMax: number;
  /** Maximum size of one file in bytes; larger files are skipped. */
  fileBytesMax: number;
  /** Maximum total size in bytes; a larger commit is rejected. */
  totalBytesMax: number;
}

export const repositoryLimits: RepositoryLimits = {
  fileCountMax: 20_000,
  fileBytesMax: 20 * MEGABYTE,
  totalBytesMax: 1024 * MEGABYTE,
};

/** Limits for a git server. */
export const gitLimits = {
  /** Maximum response size in bytes: the compressed files of one commit. */
  packBytesMax: 256 * MEGABYTE,
  /** Time limit for one response of a server, in milliseconds. */
  requestTimeoutMs: 120_000,
  /** CPU time limit for one unit of work on a repository, in milliseconds. */
  workCpuMs: 5 * 60_000,
} as const;
