/** Request to another server. */
export interface WebRequest {
  /** Address with http or https. Its user and password are sent to its origin only. */
  url: string | URL;
  method?: 'GET' | 'HEAD' | 'POST';
  /** Headers for the origin of the address; a redirect to another origin drops them. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Maximum size of the response body after decompression, in bytes. */
  bytesMax?: number;
  /** Time limit for the complete response, including redirects, in milliseconds. */
  timeoutMs?: number;
  redirectCountMax?: number;
  /** Aborts the request. */
  signal?: AbortSignal;
  /** Called before a redirect is followed; throws to abort the request. */
  onRedirect?: (to: URL) => void | Promise<void>;
}

/** Response of another server, with any status. */
export interface WebResponse {
  /** Final address, after redirects; without user and password. */
  url: URL;
  status: number;
  headers: Headers;
  /** Decompressed body. */
  body: Buffer<ArrayBuffer>;
}

/** Client for servers on the internet, with limits of size and time. */
export interface WebClient {
  /** @throws WebError if there is no response; errors of `onRedirect` and `signal` as they are */
  fetch(request: WebRequest): Promise<WebResponse>;
  /** Closes the kept-alive connections. */
  close(): Promise<void>;
}

/** Default options of a request. */
export const WEB_DEFAULTS = {
  bytesMax: 5 * 1024 * 1024,
  timeoutMs: 15_000,
  redirectCountMax: 5,
} as const;
