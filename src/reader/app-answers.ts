import type { PageItem, PageText } from './answers.ts';
import type { TreeNode } from './text/tree-node.ts';

interface Viewer {
  displayName: string;
}

/** An organization above what it owns. */
export interface Owner {
  title: string;
  urls: { app: string };
}

/** A space around a page or a change request. */
export interface AppSpace {
  id: string;
  title: string;
  emoji: string;
  language: string | null;
  organizationId: string;
  /** The owner; null for viewers who are no members. */
  organization: Owner | null;
  urls: { app: string; published?: string | null };
}

export type AppPage = {
  type: 'DOCUMENT' | 'GROUP';
  pageId: string;
  title: string;
  path: string;
} & ({ type: 'GROUP' } | ({ type: 'DOCUMENT' } & PageText));

export interface SpacePageAnswer {
  viewer: Viewer;
  space:
    | (AppSpace & {
        content: { id: string; createdAt: string; pages: PageItem[]; page: AppPage | null } | null;
      })
    | null;
}

/** A comment or a reply. */
export interface Remark {
  postedAt: string;
  postedBy: Viewer | null;
  body: { document: { nodes: TreeNode[] } | null };
}

/** A difference between the content of a change request and what it came from. */
export interface ChangeAnswer {
  type: string;
  attributes: { name: string; before: unknown; after: unknown }[];
  page?: { title: string; path: string | null };
  file?: { name: string };
  reusableContent?: { title: string };
  textDiff?: { unified: string | null; tooDifferent: boolean } | null;
}

export interface ChangeRequestAnswer {
  number: number;
  subject: string;
  status: string;
  createdAt: string;
  outdated: boolean;
  reviewDecision: string | null;
  createdBy: Viewer | null;
  content: { urls: { app: string } };
  mergeability: {
    conflicts: { nodes: { path: string[]; base: unknown; ours: unknown; theirs: unknown }[] };
  };
  changes: { totalCount: number; nodes: ChangeAnswer[] };
  reviews: {
    nodes: { status: string; createdAt: string; outdated: boolean; reviewer: Viewer | null }[];
  };
  comments: {
    nodes: (Remark & {
      status: string;
      target: { page: { title: string } | null };
      replies: { nodes: Remark[] };
    })[];
  };
}

export interface ChangeRequestPageAnswer {
  viewer: Viewer;
  space: (AppSpace & { changeRequest: ChangeRequestAnswer | null }) | null;
}

interface Listed {
  title: string;
  emoji?: string;
  urls: { app?: string; published?: string | null };
  space?: { urls: { app: string } };
}

/** An organization, a collection, a site or a specification: what it contains. */
export interface OverviewItem {
  title: string;
  organizationId?: string;
  organization?: Owner & { id?: string };
  urls?: { published: string | null };
  latestVersion?: { createdAt: string; url: string } | null;
  visibility?: string;
  sites?: { nodes: Listed[] };
  collections?: { nodes: Listed[] };
  spaces?: { nodes: Listed[] };
  siteSpaces?: { nodes: Listed[] };
}

export interface OverviewAnswer {
  viewer: Viewer;
  item?: OverviewItem | null;
  organization?: (Owner & { item: OverviewItem | null }) | null;
}
