import type { Sql } from './database.ts';

/** The values that fill the slots of a statement at each run. */
export interface SlotValues {
  readonly viewerId: string;
  readonly variables: Record<string, unknown>;
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

/** Tells whether a user in SQL is the viewer of the statement. */
export function isViewerSlot({ values }: Sql): boolean {
  return values.length === 1 && values[0] === viewerSlot;
}
