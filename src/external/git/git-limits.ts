const MEGABYTE = 1024 * 1024;

/** What a repository may be; one over a limit is not read. */
export const gitLimits = {
  /** Bytes that a server sends at once: those of the files of one commit, compressed. */
  packBytesMax: 256 * MEGABYTE,
  /** Files of a commit below the project directory. */
  fileCountMax: 20_000,
  /** Bytes of one file; larger ones are left out. */
  fileBytesMax: 20 * MEGABYTE,
  /** Bytes of all of them. */
  totalBytesMax: 1024 * MEGABYTE,
  /** Longest time for one answer of a server, in milliseconds. */
  requestTimeoutMs: 120_000,
  /** Longest time for all that is done in a thread, in milliseconds. */
  workTimeoutMs: 10 * 60_000,
} as const;
