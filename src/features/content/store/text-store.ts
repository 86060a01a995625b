import { readerOf, type PrismaTransaction, type Reader } from '../../../database/database.ts';
import { sha256 } from '../../../lib/hash.ts';
import { storeBlobs } from './content-store.ts';

/** Where a merge reads texts, and puts those that it makes. */
export interface TextStore {
  reader: Reader;
  /** Answers the hashes of the texts, in order. */
  store(texts: readonly Buffer<ArrayBuffer>[]): Promise<string[]>;
}

/** Stores texts with the transaction. */
export function textStoreOf(transaction: PrismaTransaction): TextStore {
  return {
    reader: readerOf(transaction),
    store: (texts) => storeBlobs(transaction, texts),
  };
}

/** Stores nothing: for a merge that is only looked at. */
export function drafts(reader: Reader): TextStore {
  return { reader, store: (texts) => Promise.resolve(texts.map((text) => sha256(text))) };
}
