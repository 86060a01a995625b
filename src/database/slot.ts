import type { Sql } from './database.ts';

/** The values that fill the slots of a statement at each run. */
export interface SlotValues {
  /** The user for whom it is run; undefined where the statement finds them by a token. */
  readonly viewerId?: string;
  /** The token by which the statement finds that user, and the time at which it must be valid. */
  readonly token?: TokenLookup;
  /** The same for many at once. */
  readonly holders?: HolderLookup;
  readonly variables: Record<string, unknown>;
  /** The payload of the mutation whose rows are read. */
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** Parameters of the lookup of a token. */
export interface TokenLookup {
  /** Stored hash of its secret. */
  readonly hash: string;
  readonly now: Date;
}

/** Parameters of the lookup of many tokens. */
export interface HolderLookup {
  readonly hashes: readonly string[];
  readonly now: Date;
}

/** A parameter of a statement that is made once and run with other values each time. */
export class Slot {
  readonly read: (values: SlotValues) => unknown;

  constructor(read: (values: SlotValues) => unknown) {
    this.read = read;
  }
}

/** The slot of the user for whom a statement is run. */
export const viewerSlot = new Slot(({ viewerId }) => viewerId);

/** The same in conditions of a single row, which do not ask the sets of the viewer. */
export const viewerOfOneSlot = new Slot(viewerSlot.read);

/** The same in conditions that hold for no deleted space, nor for anything in one. */
export const viewerOfLiveSlot = new Slot(viewerSlot.read);

/** The slots of the token by which a statement finds its viewer. */
export const tokenSlots = {
  hash: new Slot(({ token }) => token?.hash),
  now: new Slot(({ token }) => token?.now),
} as const;

/** The slots of the tokens of many. */
export const holderSlots = {
  hashes: new Slot(({ holders }) => holders?.hashes),
  now: new Slot(({ holders }) => holders?.now),
} as const;

/** Tells whether a user in SQL is the viewer of the statement. */
export function isViewerSlot({ values }: Sql): boolean {
  return values.length === 1 && (values[0] === viewerSlot || values[0] === viewerOfLiveSlot);
}

/** Tells whether a condition for a user is to hold for no deleted space. */
export function isOfLive({ values }: Sql): boolean {
  return values[0] === viewerOfLiveSlot;
}
