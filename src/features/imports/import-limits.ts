import { docsFolderLimits } from '../../document/docs-folder/docs-folder-limits.ts';

const MEGABYTE = 1024 * 1024;

/** Limits of one import. Anything over a limit is skipped and reported. */
export const importLimits = {
  /** Time limit for fetching and converting, in milliseconds. The import then takes what it has. */
  timeMs: 45_000,
  /** Time limit for linking texts to each other, in milliseconds. */
  linkMs: 30_000,
  /** Time limit per request, in milliseconds. */
  requestMs: 10_000,
  /** Maximum number of concurrent requests. */
  requestsAtOnce: 4,
  /** Maximum number of concurrent imports per process, and of those waiting for minutes. */
  importsAtOnce: 2,
  importsWaiting: 20,
  /** Maximum number of pages of a web site, and of the addresses visited to find them. */
  websitePages: 200,
  websiteAddresses: 2000,
  /** Maximum number of images of web pages. */
  images: 500,
  /** Maximum sizes in bytes: a page, an image, an archive or document, and all fetched content. */
  pageBytes: docsFolderLimits.pageBytesMax,
  imageBytes: 10 * MEGABYTE,
  archiveBytes: 100 * MEGABYTE,
  totalBytes: 150 * MEGABYTE,
  /** Maximum delay between requests that a site's robots.txt can ask for, in milliseconds. */
  crawlDelayMs: 5000,
} as const;

/** Limits of an unpacked archive. */
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
