const MEGABYTE = 1024 * 1024;

/** What a documentation folder may hold; whatever is over a limit is skipped and reported. */
export interface DocsFolderLimits {
  /** Files below the documentation root; pages and what they include are taken before others. */
  fileCountMax: number;
  /** Characters of a path. */
  pathLengthMax: number;
  /** Segments of a path, and levels of pages: deeper ones join the deepest level. */
  depthMax: number;
  /** Bytes of `.gitbook.yaml`. */
  configurationBytesMax: number;
  /** Bytes of a page, and of the table of contents. */
  pageBytesMax: number;
  pageBytesTotalMax: number;
  /** Bytes of a file which is no page. */
  fileBytesMax: number;
  fileBytesTotalMax: number;
  redirectCountMax: number;
  reusableContentCountMax: number;
  /** Variables of the whole content, and of a page. */
  variableCountMax: number;
  /** Characters of the value of a variable. */
  variableLengthMax: number;
}

export const docsFolderLimits: DocsFolderLimits = {
  fileCountMax: 20_000,
  pathLengthMax: 1000,
  depthMax: 30,
  configurationBytesMax: MEGABYTE / 2,
  pageBytesMax: 2 * MEGABYTE,
  pageBytesTotalMax: 256 * MEGABYTE,
  fileBytesMax: 20 * MEGABYTE,
  fileBytesTotalMax: 2048 * MEGABYTE,
  redirectCountMax: 5000,
  reusableContentCountMax: 5000,
  variableCountMax: 200,
  variableLengthMax: 256,
};

/** A number of bytes as a message shows it. */
export function formatBytes(bytes: number): string {
  return bytes < MEGABYTE ? `${bytes} bytes` : `${Number((bytes / MEGABYTE).toFixed(1))} MB`;
}
