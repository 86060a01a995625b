import { setTimeout as sleep } from 'node:timers/promises';
import type { Reader } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

/** Pause between reads of the log, in milliseconds: the longest time until a change is noticed. */
const PAUSE_MS = 100;
/** The same while the log cannot be read. */
const PAUSE_AFTER_FAILURE_MS = 1000;
/** Time for which the log holds a change at least, in seconds. */
export const CHANGE_LOG_SECONDS = 600;

/** All parts: of what was deleted or restored, and where changes were missed. */
export const ALL = '*';

/** Called with a part that changed. */
type ChangeListener = (part: string) => void;

/** A position in the log: what is visible in this snapshot was read. */
interface Position {
  readonly snapshot: string;
  readonly readAt: string;
}

/**
 * Reads which change requests, spaces and jobs transactions changed, on any gateway, while somebody
 * listens. A transaction is read once it is visible, even if others that began later ended earlier.
 */
export class ChangeFeed {
  readonly #reader: Reader;
  readonly #listeners = new Map<string, Set<ChangeListener>>();
  #started: Promise<void> | null = null;
  #isClosed = false;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /**
   * Listens to changes of some subjects that are committed from now on.
   *
   * @param listeners by the ids of the subjects
   * @returns a function that ends it
   */
  async listen(listeners: ReadonlyMap<string, ChangeListener>): Promise<() => void> {
    for (const [id, listener] of listeners) {
      const ofSubject = this.#listeners.get(id) ?? new Set();
      this.#listeners.set(id, ofSubject.add(listener));
    }
    const end = () => {
      for (const [id, listener] of listeners) {
        const ofSubject = this.#listeners.get(id);
        ofSubject?.delete(listener);
        if (ofSubject?.size === 0) this.#listeners.delete(id);
      }
    };
    try {
      await (this.#started ??= this.#start());
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  /** Number of subjects that somebody listens to. */
  get size(): number {
    return this.#listeners.size;
  }

  /** Stops reading. */
  close(): void {
    this.#isClosed = true;
  }

  async #start(): Promise<void> {
    try {
      const { position } = await this.#read(null);
      void this.#follow(position);
    } catch (error) {
      this.#started = null;
      throw error;
    }
  }

  async #follow(start: Position): Promise<void> {
    let position = start;
    let pause = PAUSE_MS;
    for (;;) {
      await sleep(pause, undefined, { ref: false });
      if (this.#listeners.size === 0 || this.#isClosed) break;
      try {
        const read = await this.#read(position);
        position = read.position;
        pause = PAUSE_MS;
        if (read.isLate) this.#tellAll();
        for (const change of read.changes) this.#tell(change);
      } catch {
        // Requests report what is wrong with the database. Nothing is lost: the position stays.
        pause = PAUSE_AFTER_FAILURE_MS;
      }
    }
    this.#started = null;
  }

  #tell(change: string): void {
    const [id = '', part = ''] = change.split(' ');
    this.#listeners.get(id)?.forEach((listener) => listener(part));
  }

  #tellAll(): void {
    for (const ofSubject of this.#listeners.values()) {
      ofSubject.forEach((listener) => listener(ALL));
    }
  }

  /** Reads what became visible since a position. */
  async #read(
    last: Position | null,
  ): Promise<{ position: Position; isLate: boolean; changes: readonly string[] }> {
    const { snapshot = null, readAt = null } = last ?? {};
    const [row = []] = await this.#reader.query(Prisma.sql`
      SELECT pg_current_snapshot()::text, now()::text,
        now() - ${readAt}::timestamptz > make_interval(secs => ${CHANGE_LOG_SECONDS / 2}),
        ARRAY(SELECT DISTINCT c.subject_id || ' ' || c.part FROM change_log c
          WHERE c.transaction_id >= pg_snapshot_xmin(${snapshot}::pg_snapshot)::text::bigint
            AND NOT pg_visible_in_snapshot(
              c.transaction_id::text::xid8, ${snapshot}::pg_snapshot))`);
    const [newSnapshot, now, isLate, changes] = row as [string, string, boolean | null, string[]];
    const position = { snapshot: newSnapshot, readAt: now };
    return { position, isLate: isLate === true, changes };
  }
}
