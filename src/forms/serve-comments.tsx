import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import type { Owner, Remark } from '../reader/app-answers.ts';
import { RemarkView } from '../reader/change-request-view.tsx';
import { Breadcrumbs } from '../reader/navigation.tsx';
import { clientOf, queryOf } from '../reader/reader-visit.tsx';
import { Form } from './fields.tsx';
import {
  fieldOf,
  formTokenOf,
  leadOn,
  Problem,
  sendFormPage,
  type FormPages,
  type FormVisit,
} from './form-visit.tsx';

const commentsQuery = `query ($spaceId: ID!, $pageId: ID!, $hasPage: Boolean!, $page: ID) {
  viewer { displayName }
  space(id: $spaceId) {
    title
    urls { app }
    organization { title urls { app } }
    permissions { comment }
    content { page(id: $pageId) @include(if: $hasPage) { title ...Address } }
    comments(last: 50, order: ASC, targetPage: $page) {
      totalCount
      nodes { ...Post replies(first: 20) { nodes { ...Post } } }
    }
  }
}
fragment Address on DocumentPage { urls { app } }
fragment Post on Post { postedAt postedBy { displayName } body { document } }`;

const createMutation = `mutation ($input: CreateCommentInput!) {
  createComment(input: $input) { comment { id } }
}`;

interface CommentsAnswer {
  viewer: { displayName: string };
  space: {
    title: string;
    urls: { app: string };
    organization: Owner | null;
    permissions: { comment: boolean };
    content: { page?: { title: string; urls?: { app: string } } | null } | null;
    comments: { totalCount: number; nodes: (Remark & { replies: { nodes: Remark[] } })[] };
  } | null;
}

/** Serves the comments on a space or on a page of it, and the form to write one. */
export function serveComments(pages: FormPages): void {
  pages.servePage('/comments/:space', (visit) => sendComments(visit, pageIn(visit)));
  pages.acceptForm('/comments/:space', postComment, (visit, problem) =>
    sendComments(visit, pageIn(visit), problem),
  );
}

const pageIn = (visit: FormVisit) => queryOf(visit, 'page') ?? '';

function spaceOf({ request }: FormVisit): string {
  return (request as FastifyRequest<{ Params: { space: string } }>).params.space;
}

async function sendComments(
  visit: FormVisit,
  pageId: string,
  problem: string | null = null,
): Promise<FastifyReply> {
  const token = formTokenOf(visit);
  const answer = await clientOf(visit, token).ask<CommentsAnswer>(commentsQuery, {
    ...{ spaceId: spaceOf(visit), pageId, hasPage: pageId !== '' },
    page: pageId === '' ? null : pageId,
  });
  const { space, viewer } = answer.data ?? {};
  if (!space || !viewer) {
    const next = encodeURIComponent(visit.request.url);
    if (token === undefined) return leadOn(visit, `/sign-in?next=${next}`);
    return sendFormPage(visit, { title: 'Not found', status: 404 }, <h1>Not found</h1>);
  }
  const page = space.content?.page ?? null;
  const title = page?.title ?? space.title;
  const crumbs = [space.organization, space].flatMap((item) =>
    item ? [{ title: item.title, href: visit.local(item.urls.app) }] : [],
  );
  if (page?.urls) crumbs.push({ title: page.title, href: visit.local(page.urls.app) });
  return sendFormPage(
    visit,
    {
      title: `Comments on ${title}`,
      status: problem === null ? 200 : 400,
      account: { name: viewer.displayName },
      pictures: ' https:',
    },
    <>
      <Breadcrumbs crumbs={crumbs} />
      <h1>Comments on {title}</h1>
      <Threads comments={space.comments} />
      <Problem text={problem} />
      <CommentForm visit={visit} pageId={pageId} mayComment={space.permissions.comment} />
    </>,
  );
}

function Threads({ comments }: Pick<NonNullable<CommentsAnswer['space']>, 'comments'>): VNode {
  const { totalCount, nodes } = comments;
  if (totalCount === 0) return <p class="lead">Nobody has written here yet.</p>;
  return (
    <>
      {totalCount > nodes.length ? (
        <p>
          The last {nodes.length} of {totalCount}.
        </p>
      ) : null}
      {nodes.map((comment) => (
        <div class="thread">
          <RemarkView remark={comment} />
          {comment.replies.nodes.map((reply) => (
            <RemarkView remark={reply} />
          ))}
        </div>
      ))}
    </>
  );
}

function CommentForm({
  visit,
  pageId,
  mayComment,
}: {
  visit: FormVisit;
  pageId: string;
  mayComment: boolean;
}): VNode {
  if (!mayComment) return <p>You can read here, but not comment.</p>;
  const query = pageId === '' ? '' : `?page=${encodeURIComponent(pageId)}`;
  return (
    <Form
      id="write"
      action={`/comments/${encodeURIComponent(spaceOf(visit))}${query}`}
      button="Comment"
      isWide
    >
      <label>
        Your comment
        <textarea name="text" maxLength={10_000} required>
          {fieldOf(visit, 'text')}
        </textarea>
        <span class="help">Markdown works.</span>
      </label>
    </Form>
  );
}

async function postComment(visit: FormVisit): Promise<FastifyReply> {
  const pageId = pageIn(visit);
  const input = {
    spaceId: spaceOf(visit),
    body: { markdown: fieldOf(visit, 'text') },
    ...(pageId !== '' && { page: pageId }),
  };
  const { problem } = await clientOf(visit, formTokenOf(visit)).ask(createMutation, { input });
  if (problem !== null) return sendComments(visit, pageId, problem);
  return leadOn(visit, `${visit.request.url}#write`);
}
