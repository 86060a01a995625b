import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, badField } from '../errors.ts';
import { sha256 } from '../lib/hash.ts';

/** A manifest of Apollo (`generate-persisted-query-manifest`). */
const apolloManifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});

/** A manifest of Relay or of GraphQL Code Generator: texts by their ids. */
const textsById = z.record(z.string(), z.string());

/** The parts of a request that name a document. */
export interface DocumentRequest {
  query?: string | null | undefined;
  /** Id of a document, in the terms of the specification of GraphQL over HTTP. */
  documentId?: unknown;
  extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Documents that clients registered when they were built: no others run. */
export class TrustedDocuments {
  readonly #textById = new Map<string, string>();
  readonly #texts = new Set<string>();

  /**
   * Adds the documents of a manifest, in the format of Apollo, Relay or GraphQL Code Generator.
   *
   * @throws Error if it has no such format, or gives the id of another document to one of its own
   */
  add(manifest: unknown): void {
    const isOfApollo = Object(manifest) === manifest && 'format' in (manifest as object);
    const texts = isOfApollo
      ? apolloManifest.parse(manifest).operations.map(({ id, body }) => [id, body] as const)
      : Object.entries(textsById.parse(manifest));
    for (const [id, text] of texts) {
      if ((this.#textById.get(id) ?? text) !== text)
        throw new Error(`two documents have the id "${id}"`);
      const hash = sha256(text);
      for (const known of [id, hash, `sha256:${hash}`]) this.#textById.set(known, text);
      this.#texts.add(text);
    }
  }

  /**
   * Returns the text of the document that a request names, or sends.
   *
   * @throws DOCUMENT_NOT_TRUSTED for one that is not registered
   * @throws BAD_USER_INPUT for an id that is no text
   */
  textOf({ query, documentId, extensions }: DocumentRequest): string | undefined {
    const { sha256Hash } = Object(extensions?.['persistedQuery']) as { sha256Hash?: unknown };
    const id = documentId ?? sha256Hash ?? undefined;
    const sent = query ?? undefined;
    if (id === undefined && sent === undefined) return undefined;
    if (id !== undefined && typeof id !== 'string')
      throw badField(['documentId'], 'must be a string');
    const text = id === undefined ? sent : this.#textById.get(id);
    const isTrusted = text !== undefined && this.#texts.has(text) && (sent ?? text) === text;
    if (!isTrusted) throw notTrusted(id);
    return text;
  }
}

function notTrusted(id: string | undefined): AppError {
  const document = id === undefined ? 'This document' : `The document "${id.slice(0, 100)}"`;
  const error = new AppError(
    'DOCUMENT_NOT_TRUSTED',
    `${document} is not registered: this server runs only the documents in its manifests. Add it, ` +
      'and restart the server.',
  );
  error.extensions['http'] = { status: 403 };
  return error;
}

/** Returns whether a request comes from this process: the pages ask the graph without a network. */
export function isInProcess({ raw }: FastifyRequest): boolean {
  return !(raw.socket instanceof Socket);
}
