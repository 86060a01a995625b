import type { DocumentNode, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { operationLimits } from '../operations/operation-limits.ts';
import type { ServerContext } from './operation-errors.ts';
import { persistedHash } from './persisted-queries.ts';
import { hasViewer } from './request-context.ts';

/** Bytes that all known documents hold together. */
const SIZE_MAX = 32 * 1024 * 1024;
/** Bytes that a document holds for each of its tokens, roughly. */
const TOKEN_SIZE = 500;

/** A document that was parsed. */
interface KnownDocument {
  readonly document: DocumentNode;
  /** Errors of its validation; undefined before validation. */
  errors?: readonly GraphQLError[];
}

/**
 * Documents by their text, so that each is parsed and validated once. Texts that do not parse are
 * not kept: the limits of a document depend on the sender.
 */
export class KnownDocuments {
  readonly #byText = new LRUCache<string, KnownDocument>({
    maxSize: SIZE_MAX,
    sizeCalculation: ({ document }, text) => 2 * text.length + tokensOf(document) * TOKEN_SIZE,
    dispose: (_known, text, reason) => {
      if (reason === 'evict') this.#textByHash.delete(persistedHash(text));
    },
  });
  /** The texts of all known documents, by their hash. */
  readonly #textByHash = new Map<string, string>();
  readonly #byDocument = new WeakMap<DocumentNode, KnownDocument>();

  /** Returns the document with a text, if it is known to be valid. */
  valid(text: string): DocumentNode | undefined {
    const known = this.#byText.get(text);
    return known?.errors?.length === 0 ? known.document : undefined;
  }

  /** Returns the text of a known document by its hash. */
  textOf(hash: string): string | undefined {
    return this.#textByHash.get(hash);
  }

  /** Keeps documents of all operations, and takes those that are known. */
  plugin(): Plugin<ServerContext> {
    return {
      onParse: ({ params, context, parseFn, setParseFn, setParsedDocument }) => {
        const text = String(params.source);
        const { tokens, anonymousTokens } = operationLimits;
        const maxTokens = hasViewer(context.requestContext) ? tokens : anonymousTokens;
        const known = this.#byText.get(text);
        if (known && tokensOf(known.document) <= maxTokens) {
          setParsedDocument(known.document);
          return undefined;
        }
        setParseFn((source, options) => parseFn(source, { ...options, maxTokens }));
        return ({ result }) => {
          if (!(result instanceof Error)) this.#keep(text, result as DocumentNode);
        };
      },
      onValidate: ({ params, setResult }) => {
        const known = this.#byDocument.get(params.documentAST);
        if (known?.errors) setResult([...known.errors]);
        return ({ result }) => {
          if (known) known.errors = result as readonly GraphQLError[];
        };
      },
    };
  }

  #keep(text: string, document: DocumentNode): void {
    const known: KnownDocument = { document };
    this.#byText.set(text, known);
    // A text that is larger than all the room is not kept.
    if (this.#byText.has(text)) this.#textByHash.set(persistedHash(text), text);
    this.#byDocument.set(document, known);
  }
}

function tokensOf({ tokenCount = 0 }: DocumentNode): number {
  return tokenCount;
}
