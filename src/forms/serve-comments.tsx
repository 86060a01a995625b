import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import type { Owner, Remark } from '../reader/app-answers.ts';
import { RemarkView } from '../reader/change-request-view.tsx';
import { Breadcrumbs, type Crumb } from '../reader/navigation.tsx';
import { withParameter } from '../lib/urls.ts';
import { clientOf, queryOf } from '../reader/reader-visit.tsx';
import { Form } from './fields.tsx';
import {
  fieldOf,
  formTokenOf,
  leadOn,
  sendFormPage,
  type FormPages,
  type FormVisit,
} from './form-visit.tsx';

/** Number of comments, or of replies, in a part of a list. */
const PART_LENGTH = 20;

const fragments = `
fragment Place on Space {
  title urls { app } organization { title urls { app } } permissions { comment }
}
fragment Part on PageInfo { hasPreviousPage startCursor }
fragment Post on Post { postedAt postedBy { displayName } body { document } }`;

const commentsQuery = `
query ($spaceId: ID!, $pageId: ID!, $hasPage: Boolean!, $page: ID, $before: String) {
  viewer { displayName }
  space(id: $spaceId) {
    ...Place
    content { page(id: $pageId) @include(if: $hasPage) {
      title ... on DocumentPage { urls { app } }
    } }
    comments(last: ${PART_LENGTH}, before: $before, order: ASC, targetPage: $page) {
      pageInfo { ...Part }
      nodes { id ...Post replies(last: 3) { totalCount nodes { ...Post } } }
    }
  }
}
${fragments}`;

const threadQuery = `query ($spaceId: ID!, $id: ID!, $before: String) {
  viewer { displayName }
  space(id: $spaceId) {
    ...Place
    comment(id: $id) {
      ...Post
      target { page { pageId title } }
      replies(last: ${PART_LENGTH}, before: $before) {
        pageInfo { ...Part } nodes { ...Post }
      }
    }
  }
}
${fragments}`;

const createMutation = `mutation ($input: CreateCommentInput!) {
  createComment(input: $input) { comment { id } }
}`;

const replyMutation = `mutation ($input: CreateCommentReplyInput!) {
  createCommentReply(input: $input) { commentReply { id } }
}`;

/** A part of a list that is read from its end. */
interface LastPart<Node> {
  nodes: Node[];
  pageInfo: { hasPreviousPage: boolean; startCursor: string | null };
}

interface Thread extends Remark {
  id: string;
  replies: { totalCount: number; nodes: Remark[] };
}

interface Place {
  title: string;
  urls: { app: string };
  organization: Owner | null;
  permissions: { comment: boolean };
}

interface CommentsAnswer {
  viewer: { displayName: string };
  space: Place & {
    content: { page?: { title: string; urls?: { app: string } } | null } | null;
    comments: LastPart<Thread>;
  };
}

interface ThreadAnswer {
  viewer: { displayName: string };
  space: Place & {
    comment:
      | (Remark & {
          target: { page: { pageId: string; title: string } | null };
          replies: LastPart<Remark>;
        })
      | null;
  };
}

/** Serves the comments on a space or on a page of it with their replies, and forms to write. */
export function serveComments(pages: FormPages): void {
  pages.servePage('/comments/:space', (visit) => sendComments(visit));
  pages.acceptForm('/comments/:space', postComment, sendComments);
  pages.servePage('/comments/:space/:comment', (visit) => sendThread(visit));
  pages.acceptForm('/comments/:space/:comment', postReply, sendThread);
}

const pageIn = (visit: FormVisit) => queryOf(visit, 'page') ?? '';

function namesIn({ request }: FormVisit): { space: string; comment: string } {
  return (request as FastifyRequest<{ Params: { space: string; comment: string } }>).params;
}

/** Returns the path of the comments on a space or on a page of it. */
function commentsPath(space: string, pageId: string): string {
  const query = pageId === '' ? '' : `?page=${encodeURIComponent(pageId)}`;
  return `/comments/${encodeURIComponent(space)}${query}`;
}

/** Asks the graph as who is signed in; null if nothing is there for them. */
async function ask<Answer extends { space: object | null }>(
  visit: FormVisit,
  query: string,
  variables: Record<string, unknown>,
): Promise<Answer | null> {
  const before = queryOf(visit, 'before') ?? null;
  const client = clientOf(visit, formTokenOf(visit));
  const { data } = await client.ask<Answer>(query, { ...variables, before });
  return data?.space ? data : null;
}

/** Sends what people see where nothing is there for them. */
function sendMissing(visit: FormVisit): FastifyReply {
  const next = encodeURIComponent(visit.request.url);
  if (formTokenOf(visit) === undefined) return leadOn(visit, `/sign-in?next=${next}`);
  return sendFormPage(visit, { title: 'Not found', status: 404 }, <h1>Not found</h1>);
}

async function sendComments(visit: FormVisit, problem: string | null = null) {
  const [pageId, { space: spaceId }] = [pageIn(visit), namesIn(visit)];
  const variables = { spaceId, pageId, hasPage: pageId !== '', page: pageId || null };
  const answer = await ask<CommentsAnswer>(visit, commentsQuery, variables);
  if (!answer) return sendMissing(visit);
  const { space, viewer } = answer;
  const page = space.content?.page ?? null;
  const crumbs = crumbsTo(visit, space);
  if (page?.urls) crumbs.push({ title: page.title, href: visit.local(page.urls.app) });
  const { nodes } = space.comments;
  return send(visit, {
    ...{ viewer, crumbs, problem, place: space, title: `Comments on ${(page ?? space).title}` },
    action: commentsPath(spaceId, pageId),
    label: 'Comment',
    list: (
      <>
        <EarlierOnes visit={visit} list={space.comments} />
        {nodes.length === 0 ? <p class="lead">Nobody has written here yet.</p> : null}
        {nodes.map((thread) => (
          <ThreadView
            thread={thread}
            href={`/comments/${encodeURIComponent(spaceId)}/${thread.id}`}
            mayReply={space.permissions.comment}
          />
        ))}
      </>
    ),
  });
}

async function sendThread(visit: FormVisit, problem: string | null = null) {
  const { space: spaceId, comment: id } = namesIn(visit);
  const answer = await ask<ThreadAnswer>(visit, threadQuery, { spaceId, id });
  const comment = answer?.space.comment;
  if (!comment) return sendMissing(visit);
  const { space, viewer } = answer;
  const { page } = comment.target;
  const crumbs = crumbsTo(visit, space);
  const title = `Comments on ${(page ?? space).title}`;
  crumbs.push({ title, href: commentsPath(spaceId, page?.pageId ?? '') });
  return send(visit, {
    ...{ viewer, crumbs, problem, place: space, title: `Replies to ${nameOf(comment)}` },
    action: `/comments/${encodeURIComponent(spaceId)}/${encodeURIComponent(id)}`,
    label: 'Reply',
    list: (
      <div class="thread">
        <RemarkView remark={comment} />
        <EarlierOnes visit={visit} list={comment.replies} />
        {comment.replies.nodes.map((reply) => (
          <RemarkView remark={reply} />
        ))}
      </div>
    ),
  });
}

function crumbsTo({ local }: FormVisit, { organization, ...space }: Place): Crumb[] {
  return [organization, space].flatMap((item) =>
    item ? [{ title: item.title, href: local(item.urls.app) }] : [],
  );
}

const nameOf = ({ postedBy }: Remark) => postedBy?.displayName ?? 'Somebody';

interface CommentsPage {
  viewer: { displayName: string };
  crumbs: Crumb[];
  problem: string | null;
  place: Place;
  title: string;
  list: VNode;
  /** Path to which the form is sent. */
  action: string;
  /** Text of its button. */
  label: string;
}

/** Sends a list of comments or of replies, with a form to write another one. */
function send(visit: FormVisit, page: CommentsPage): FastifyReply {
  const { viewer, crumbs, problem, place, title, list, action, label } = page;
  return sendFormPage(
    visit,
    {
      title,
      status: problem === null ? 200 : 400,
      account: { name: viewer.displayName },
      pictures: ' https:',
    },
    <>
      <Breadcrumbs crumbs={crumbs} />
      <h1>{title}</h1>
      {list}
      {place.permissions.comment ? (
        <Form id="write" action={action} button={label} problem={problem} isWide>
          <label>
            Your {label.toLowerCase()}
            <textarea name="text" maxLength={10_000} required>
              {fieldOf(visit, 'text')}
            </textarea>
            <span class="help">Markdown works.</span>
          </label>
        </Form>
      ) : (
        <p>You can read here, but not comment.</p>
      )}
    </>,
  );
}

/** Shows links to the part of a list before this one, and to the last one. */
function EarlierOnes({
  visit,
  list: { pageInfo },
}: {
  visit: FormVisit;
  list: Pick<LastPart<unknown>, 'pageInfo'>;
}): VNode | null {
  const isLast = queryOf(visit, 'before') === undefined;
  const { hasPreviousPage, startCursor } = pageInfo;
  if (isLast && !hasPreviousPage) return null;
  const href = (cursor: string | undefined) => withParameter(visit.request.url, 'before', cursor);
  return (
    <nav class="parts" aria-label="More">
      {hasPreviousPage && startCursor !== null ? (
        <a href={href(startCursor)}>Earlier ones</a>
      ) : null}
      {isLast ? null : <a href={href(undefined)}>Latest ones</a>}
    </nav>
  );
}

/** Shows a comment with its last replies. */
function ThreadView({
  thread,
  href,
  mayReply,
}: {
  thread: Thread;
  href: string;
  mayReply: boolean;
}): VNode {
  const { totalCount, nodes } = thread.replies;
  const name = nameOf(thread);
  return (
    <div class="thread">
      <RemarkView remark={thread} />
      {totalCount > nodes.length ? (
        <p>
          <a href={href}>
            All {totalCount} replies to {name}
          </a>
        </p>
      ) : null}
      {nodes.map((reply) => (
        <RemarkView remark={reply} />
      ))}
      {mayReply ? (
        <p>
          <a href={`${href}#write`}>Reply to {name}</a>
        </p>
      ) : null}
    </div>
  );
}

async function postComment(visit: FormVisit): Promise<FastifyReply> {
  const [pageId, { space: spaceId }] = [pageIn(visit), namesIn(visit)];
  const page = pageId === '' ? {} : { page: pageId };
  const input = { spaceId, body: { markdown: fieldOf(visit, 'text') }, ...page };
  const { problem } = await clientOf(visit, formTokenOf(visit)).ask(createMutation, { input });
  if (problem !== null) return sendComments(visit, problem);
  return leadOn(visit, `${commentsPath(spaceId, pageId)}#write`);
}

async function postReply(visit: FormVisit): Promise<FastifyReply> {
  const { space: spaceId, comment: commentId } = namesIn(visit);
  const input = { spaceId, commentId, body: { markdown: fieldOf(visit, 'text') } };
  const { problem } = await clientOf(visit, formTokenOf(visit)).ask(replyMutation, { input });
  if (problem !== null) return sendThread(visit, problem);
  const [path] = visit.request.url.split('?');
  return leadOn(visit, `${path}#write`);
}
