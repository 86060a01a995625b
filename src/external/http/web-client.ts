/** What is asked of another server. */
export interface WebRequest {
  /** http or https. User and password in it are sent to its origin, and to no other. */
  url: string | URL;
  method?: 'GET' | 'HEAD' | 'POST';
  /** Sent to the origin of the address, and to no other; a redirect elsewhere loses them. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Most bytes of the answer's body, after decompression. */
  bytesMax?: number;
  /** Longest time until the whole answer is there, redirects included, in milliseconds. */
  timeoutMs?: number;
  redirectCountMax?: number;
  /** Gives the request up. */
  signal?: AbortSignal;
  /** Asked before a redirect is followed; what it throws ends the request. */
  onRedirect?: (to: URL) => void | Promise<void>;
}

/** What another server answers, whatever its status. */
export interface WebResponse {
  /** Where the answer came from, after redirects; without user and password. */
  url: URL;
  status: number;
  headers: Headers;
  /** Decompressed. */
  body: Buffer<ArrayBuffer>;
}

/** Asks servers of the internet. What it does has limits of size and time. */
export interface WebClient {
  /** @throws WebError when there is no answer; an `onRedirect` and a `signal` their own */
  fetch(request: WebRequest): Promise<WebResponse>;
  /** Ends the connections that are kept open. */
  close(): Promise<void>;
}

/** What a request has when it does not say otherwise. */
export const WEB_DEFAULTS = {
  bytesMax: 5 * 1024 * 1024,
  timeoutMs: 15_000,
  redirectCountMax: 5,
} as const;
