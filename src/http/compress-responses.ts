import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Shorter bodies are sent as they are: they take one packet either way. In bytes. */
const THRESHOLD = 1024;
/** Brotli quality of a body that is compressed for one response: hardly slower than gzip. */
const QUALITY_ONCE = 4;
/** Brotli quality of bytes that are compressed once for all: 11 takes ten times as long. */
const QUALITY_KEPT = 9;

/** Media types that compress well. Images, archives and PDFs are compressed already. */
const TEXT_TYPE =
  /^(?:text\/|font\/ttf|(?:application|image)\/(?:[\w.-]+\+)?(?:javascript|json|xml|yaml)\b)/i;

/** Content codings, the preferred one first where a client takes several equally. */
const CODINGS = ['br', 'gzip', 'identity'];

/** A `Negotiator` as it is since 1.0; its types are older. */
interface EncodingNegotiator {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
}

type Compressor = (bytes: Buffer, quality: number) => Promise<Buffer>;

// All run on the thread pool.
const compressors: Readonly<Record<string, Compressor>> = {
  br: (bytes, quality) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Compressed forms of the bytes given to `keepCompressed`, by coding. */
const keptForms = new WeakMap<Buffer, Map<string, Promise<Buffer>>>();

/** Marks bytes that never change: they are compressed once, for the first request. */
export function keepCompressed(bytes: Buffer): Buffer {
  keptForms.set(bytes, new Map());
  return bytes;
}

/** Compresses responses with text by what `Accept-Encoding` prefers: brotli, else gzip. */
export function compressResponses(app: FastifyInstance): void {
  // A promise for each response would take longer than the rest of this.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isText(reply)) return done();
    varyByEncoding(reply);
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done();
    const coding = codingFor(request);
    const compress = compressors[coding];
    if (!compress || Buffer.byteLength(payload) < THRESHOLD) return done();
    reply.header('content-encoding', coding);
    void sendCompressed(compressed(payload, coding, compress), done);
  });
}

async function sendCompressed(
  bytes: Promise<Buffer>,
  done: (error: Error | null, payload?: Buffer) => void,
): Promise<void> {
  let payload: Buffer;
  try {
    payload = await bytes;
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, payload);
}

/**
 * Returns whether a response holds text that may be compressed. Responses with `no-store` show
 * secrets to browsers that identify themselves by a cookie: their length must say nothing.
 */
function isText(reply: FastifyReply): boolean {
  return (
    TEXT_TYPE.test(String(reply.getHeader('content-type') ?? '')) &&
    reply.getHeader('cache-control') !== 'no-store'
  );
}

/** Tells caches that the response depends on `Accept-Encoding`, whatever its coding is. */
function varyByEncoding(reply: FastifyReply): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
}

function codingFor(request: FastifyRequest): string {
  if (request.headers['accept-encoding'] === undefined) return 'identity';
  const negotiator: EncodingNegotiator = new Negotiator(request);
  return negotiator.encodings(CODINGS, { preferred: CODINGS })[0] ?? 'identity';
}

function compressed(
  payload: string | Buffer,
  coding: string,
  compress: Compressor,
): Promise<Buffer> {
  if (typeof payload === 'string') return compress(Buffer.from(payload), QUALITY_ONCE);
  const forms = keptForms.get(payload);
  if (!forms) return compress(payload, QUALITY_ONCE);
  const form = forms.get(coding) ?? compress(payload, QUALITY_KEPT);
  forms.set(coding, form);
  return form;
}
