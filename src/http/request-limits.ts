/** Limits of one HTTP request. */
export const requestLimits = {
  /** Bytes of the body. */
  bodySize: 2 * 1024 * 1024,
  /** Characters of a parameter in the path; paths of pages are the longest. */
  pathParameterLength: 2000,
} as const;
