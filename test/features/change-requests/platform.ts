import type { ContentDiffEntry } from '../../../src/revisions/changes/content-diff-entry.ts';
import type { Content } from './contents.ts';
import type { History } from './history.ts';

/** A change request, or the primary content of a space. */
export interface Branch {
  /** Of the change request, or of the space. */
  id: string;
  spaceId: string;
}

/** What came of a request, in the codes of `/v1`. */
export interface Answer {
  status: number;
  /** The revision that it made, or the head that stays. */
  revision?: string | undefined;
  /** Of a merge, in either direction. */
  result?: string | undefined;
  /** What was answered, for the message of a failure. */
  detail: unknown;
}

/** A conflict, as mergeability shows it. */
export interface ShownConflict {
  id: string;
  path: readonly string[];
}

/** A change request as it is shown. */
export interface ShownChangeRequest {
  id: string;
  status: string;
  outdated: boolean;
  revisionId: string;
  initialId: string;
  /** What is compared to find what it changed, and how many changes there are. */
  changes: { from: string; to: string; count: number };
}

/** Where histories take place: what a user can do, and what is seen of it. */
export interface Platform {
  /** A space of its own with so many pages, two files and a reusable content. Answers its id. */
  space(pageCount: number): Promise<string>;
  /** Answers the id of a copy. */
  duplicate(spaceId: string): Promise<string>;
  createChangeRequest(spaceId: string): Promise<string>;
  setArchived(branch: Branch, archived: boolean): Promise<Answer>;
  edit(branch: Branch, input: { changes: object[]; baseRevision?: string }): Promise<Answer>;
  rollBack(branch: Branch, revisionId: string): Promise<Answer>;
  bring(branch: Branch, direction: 'update' | 'merge'): Promise<Answer>;
  conflicts(branch: Branch): Promise<readonly ShownConflict[]>;
  /** @param conflictIds null for all that are not resolved */
  resolve(
    branch: Branch,
    resolution: { conflictIds: readonly string[] | null; side: 'ours' | 'theirs' },
  ): Promise<Answer>;
  /** What a branch has now. */
  head(branchId: string): Promise<Content>;
  history(spaceId: string): Promise<History>;
  changeRequests(spaceId: string): Promise<readonly ShownChangeRequest[]>;
  changesBetween(from: Content, to: Content): Promise<readonly ContentDiffEntry[]>;
  /** Reads all revisions of a history in each way there is. */
  expectReadable(spaceId: string, history: History): Promise<void>;
  close(): Promise<void>;
}
