const MEGABYTE = 1024 * 1024;

/** Limits of a documentation folder. Files over a limit are skipped and reported. */
export interface DocsFolderLimits {
  /** Number of files below the documentation root. Pages and their includes take precedence. */
  fileCountMax: number;
  /** Length of a path, in characters. */
  pathLengthMax: number;
  /** Number of path segments, and depth of pages: deeper pages move to the deepest level. */
  depthMax: number;
  /** Size of `.gitbook.yaml`, in bytes. */
  configurationBytesMax: number;
  /** Size of a page or the table of contents, in bytes. */
  pageBytesMax: number;
  pageBytesTotalMax: number;
  /** Size of a file that is not a page, in bytes. */
  fileBytesMax: number;
  fileBytesTotalMax: number;
  redirectCountMax: number;
  reusableContentCountMax: number;
  /** Number of variables, of the whole content and of a page. */
  variableCountMax: number;
  /** Length of a variable's value, in characters. */
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

/** Formats a number of bytes for messages. */
export function formatBytes(bytes: number): string {
  return bytes < MEGABYTE ? `${bytes} bytes` : `${Number((bytes / MEGABYTE).toFixed(1))} MB`;
}
