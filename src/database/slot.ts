import type { Sql } from './database.ts';

/** What the slots of a statement are filled with at each run. */
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

/** Whether a user in SQL is the one for whom the statement is run. */
export function isViewerSlot({ values }: Sql): boolean {
  return values.length === 1 && values[0] === viewerSlot;
}
