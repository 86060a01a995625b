import type { PageItem, PageText } from './answers.ts';
import type { ListPart } from './list-parts.tsx';
import type { TreeNode } from './text/tree-node.ts';

interface Viewer {
  displayName: string;
}

/** The person who is signed in, with the number of their pending invitations. */
export interface AppViewer extends Viewer {
  invitations: { totalCount: number };
}

/** An organization above what it owns. */
export interface Owner {
  title: string;
  urls: { app: string };
}

/** A space around a page or a change request. */
export interface AppSpace {
  title: string;
  emoji: string;
  language: string | null;
  organizationId: string;
  /** The owner; null for viewers who are no members. */
  organization: Owner | null;
  urls: { app: string; published: string | null };
  openChangeRequests: number;
}

export type AppPage =
  | ({ type: 'GROUP' } & Pick<PageText, 'pageId' | 'title' | 'path'>)
  | ({ type: 'DOCUMENT' } & PageText);

/** A space with parts of it; null if the viewer has no access. */
interface SpaceAnswer<Parts> {
  viewer: AppViewer;
  space: (AppSpace & Parts) | null;
}

export type SpacePageAnswer = SpaceAnswer<{
  content: { createdAt: string; pages: PageItem[]; page: AppPage | null } | null;
}>;

interface PageHit {
  title: string;
  path: string;
  sections: { title: string; body: string; anchor: string | null }[];
}

export type SpaceSearchAnswer = SpaceAnswer<{ search: { nodes: PageHit[] } }>;

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
    conflicts: ListPart<{ path: string[]; base: unknown; ours: unknown; theirs: unknown }>;
  };
  changes: ListPart<ChangeAnswer> & { totalCount: number };
  reviews: ListPart<Review>;
  comments: ListPart<Comment> & { totalCount: number };
}

type State = Pick<ChangeRequestAnswer, 'status' | 'createdAt' | 'outdated'>;
type Review = State & { reviewer: Viewer | null };

interface Comment extends Remark {
  target: { page: { title: string } | null };
  replies: { totalCount: number; nodes: Remark[] };
}

export type ChangeRequestPageAnswer = SpaceAnswer<{ changeRequest: ChangeRequestAnswer | null }>;

interface Listed {
  title: string;
  emoji?: string;
  /** Number of a change request. */
  number?: number;
  status?: string;
  urls: { app?: string; published?: string | null };
  space?: { urls: { app: string } };
}

type ListName = 'sites' | 'collections' | 'spaces' | 'siteSpaces' | 'changeRequests';

/** The lists in an organization, a collection, a site or a space; or a specification. */
export interface OverviewItem extends Partial<Record<ListName, ListPart<Listed>>> {
  title: string;
  organizationId?: string;
  organization?: Owner & { id?: string };
  urls?: { published?: string | null; app?: string };
  latestVersion?: { createdAt: string; url: string } | null;
}

export interface OverviewAnswer {
  viewer: AppViewer;
  item?: OverviewItem | null;
  organization?: (Owner & { item: OverviewItem | null }) | null;
}
