import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../../database/database.ts';
import { AppError, notFound } from '../../../errors.ts';
import { hasEntityTag } from '../../../lib/entity-tags.ts';
import { loadBlobs } from '../../../revisions/store/content-store.ts';
import { downloadKey, isValidDownload, type Download } from './download-url.ts';

/**
 * Matches media types that a browser may display. Others are downloaded, even SVG, which may
 * contain scripts.
 */
const shownTypes = /^(?:image\/(?:avif|bmp|gif|jpeg|png|webp|x-icon)|application\/pdf)$/;

/** Maximum time that browsers cache bytes: 7 days, but never beyond the expiry of the URL. */
const CACHED_SECONDS_MAX = 604_800;

/** Serves the signed URLs of files and PDFs. */
export function serveDownloads(app: FastifyInstance, db: Database): void {
  app.get<{ Params: { blob: string; name: string }; Querystring: Record<string, unknown> }>(
    '/content/files/:blob/:name',
    async (request, reply) => {
      const { blob, name } = request.params;
      const { type, expires, signature } = request.query;
      const download: Download = {
        blob,
        name,
        contentType: String(type),
        expires: Number(expires),
      };
      const key = await downloadKey(db);
      if (!isValidDownload(key, download, String(signature), new Date())) {
        throw new AppError(
          'FORBIDDEN',
          'The signature of this URL is wrong or expired: read the file again for a new one.',
        );
      }
      describe(reply, download);
      // Weak, since the bytes may be sent compressed.
      const tag = `W/"${blob}"`;
      reply.header('etag', tag);
      if (hasEntityTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
      const [bytes] = await loadBlobs(db, [blob]);
      if (!bytes) throw notFound('file', name);
      return reply.send(bytes);
    },
  );
}

/** Files may come from anyone, so a browser must neither guess a type nor run scripts in a file. */
function describe(reply: FastifyReply, { name, contentType, expires }: Download): void {
  const validSeconds = Math.floor((expires - Date.now()) / 1000);
  const disposition = shownTypes.test(contentType) ? 'inline' : 'attachment';
  reply.headers({
    'content-type': contentType,
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeName(name)}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': `private, max-age=${Math.min(validSeconds, CACHED_SECONDS_MAX)}, immutable`,
  });
}

/** Encodes a file name for a header (RFC 8187), which allows fewer characters than a URL. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
