import { docsFolderLimits } from '../content/docs-folder/limits.ts';

const MEGABYTE = 1024 * 1024;

/** What one import may fetch. What is over a limit is left out, and said so. */
export const importLimits = {
  /** Longest time to fetch and convert, in milliseconds; then what is there is imported. */
  timeMs: 45_000,
  /** Longest time for what links the texts to each other, in milliseconds. */
  linkMs: 30_000,
  /** Longest time for one address, in milliseconds. */
  requestMs: 10_000,
  /** Addresses that are fetched at once. */
  requestsAtOnce: 4,
  /** Imports that one process runs at once, and how many wait for their turn, for minutes. */
  importsAtOnce: 2,
  importsWaiting: 20,
  /** Pages of a web site, and the addresses that are looked at for them. */
  websitePages: 200,
  websiteAddresses: 2000,
  /** Images of web pages. */
  images: 500,
  /** Bytes: of a page, an image, an archive or document, and of all that is fetched. */
  pageBytes: docsFolderLimits.pageBytesMax,
  imageBytes: 10 * MEGABYTE,
  archiveBytes: 100 * MEGABYTE,
  totalBytes: 150 * MEGABYTE,
  /** Longest wait between two requests that the rules of a site can ask for, in milliseconds. */
  crawlDelayMs: 5000,
} as const;

/** What an archive may hold when it is unpacked. */
export const archiveLimits = {
  entries: 20_000,
  bytes: 512 * MEGABYTE,
  folder: {
    ...docsFolderLimits,
    fileCountMax: 5000,
    pageBytesTotalMax: 64 * MEGABYTE,
    fileBytesTotalMax: 256 * MEGABYTE,
  },
} as const;
