import { PATH_PARAMETER_LENGTH_MAX } from '../rest/route.ts';

/** Limits of one HTTP request. */
export const requestLimits = {
  /** Bytes of the body. */
  bodySize: 2 * 1024 * 1024,
  /** Bytes of a body with content: a file of 20 MB in base64, and the JSON around it. */
  contentBodySize: 32 * 1024 * 1024,
  /** Bytes of a body without a valid API token. */
  anonymousBodySize: 64 * 1024,
  /** Values in JSON, those within lists and objects included. */
  values: 200_000,
  /** Values in the variables of a GraphQL operation without a valid API token. */
  anonymousValues: 1000,
  /** Lists and objects around a value in JSON. */
  jsonDepth: 500,
  /** Longest time until the headers, and all of a request, have arrived, in milliseconds. */
  headersMs: 20_000,
  arrivalMs: 60_000,
  /** Interval of both checks, in milliseconds. */
  checkingMs: 5000,
  /** Longest time until a client has read all of a response, in milliseconds. */
  sendingMs: 600_000,
  /** Longest time in which nothing is sent or received on a connection, in milliseconds. */
  idleMs: 300_000,
  /** Characters of a parameter in the path. */
  pathParameterLength: PATH_PARAMETER_LENGTH_MAX,
} as const;
