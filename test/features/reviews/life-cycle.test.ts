import { beforeAll, describe, expect, it } from 'vitest';
import { httpStatusOf, type ErrorCode } from '../../../src/errors.ts';
import { newId } from '../../../src/lib/id.ts';
import type { Client } from '../../support/client.ts';
import { routes } from '../../support/open-api.ts';
import { askGraph, askRest } from '../../support/route-requests.ts';
import { useWorld } from '../../support/use-world.ts';
import { createReviewStage, retitle, type ReviewStage } from './review-stage.ts';

/** Where a change request can stand, and how it gets there: all are opened but the draft. */
const steps: Record<string, (stage: ReviewStage) => Promise<unknown>> = {
  draft: async () => undefined,
  open: async () => undefined,
  approved: ({ path }) => people.reviewer.post(`${path}/reviews`, { status: 'approved' }),
  'changes requested': ({ path }) =>
    people.reviewer.post(`${path}/reviews`, { status: 'changes-requested' }),
  outdated: ({ space }) =>
    people.reviewer.post(`${space}/content`, {
      changes: [{ operation: 'insert_page', metadata: { title: 'Other' } }],
    }),
  'in conflict': ({ space, pageId }) => retitle(people.reviewer, space, pageId, 'Theirs'),
  archived: ({ path }) => people.editor.patch(path, { status: 'archived' }),
  reopened: async ({ path }) => {
    await people.editor.patch(path, { status: 'archived' });
    await people.editor.patch(path, { status: 'open' });
  },
  merged: ({ path }) => people.reviewer.post(`${path}/merge`),
};

/** What the graph says of each step, so that the table is about what its rows are called. */
const signs: Record<string, object> = {
  draft: { status: 'DRAFT' },
  open: { status: 'OPEN', reviewDecision: null, outdated: false },
  approved: { status: 'OPEN', reviewDecision: 'APPROVED' },
  'changes requested': { status: 'OPEN', reviewDecision: 'CHANGES_REQUESTED' },
  outdated: { outdated: true, mergeability: { reasons: [] } },
  'in conflict': { outdated: true, mergeability: { reasons: ['CONFLICTS'] } },
  archived: { status: 'ARCHIVED' },
  reopened: { status: 'OPEN' },
  merged: { status: 'MERGED' },
};

interface Flags {
  comment: boolean;
  edit: boolean;
  review: boolean;
  merge: boolean;
  reply: boolean;
}

interface Action {
  flag: keyof Flags;
  operationId: string;
  body?: (stage: ReviewStage) => object;
  /** Statuses in which even those who may are refused. */
  refusedWhen: readonly string[];
}

const over = ['MERGED', 'ARCHIVED'];

const actions: Record<string, Action> = {
  comment: {
    flag: 'comment',
    operationId: 'postCommentInChangeRequest',
    body: () => ({ body: { markdown: 'Well.' } }),
    refusedWhen: [],
  },
  reply: {
    flag: 'reply',
    operationId: 'postCommentReplyInChangeRequest',
    body: () => ({ body: { markdown: 'Well.' } }),
    refusedWhen: [],
  },
  edit: {
    flag: 'edit',
    operationId: 'changeContentInChangeRequest',
    body: ({ pageId }) => ({
      changes: [{ operation: 'update_page', page: pageId, metadata: { emoji: '📗' } }],
    }),
    refusedWhen: over,
  },
  'set the subject': {
    flag: 'edit',
    operationId: 'updateChangeRequestById',
    body: () => ({ subject: 'Better' }),
    refusedWhen: [],
  },
  archive: {
    flag: 'edit',
    operationId: 'updateChangeRequestById',
    body: () => ({ status: 'archived' }),
    refusedWhen: ['MERGED'],
  },
  reopen: {
    flag: 'edit',
    operationId: 'updateChangeRequestById',
    body: () => ({ status: 'open' }),
    refusedWhen: ['MERGED'],
  },
  update: { flag: 'edit', operationId: 'updateChangeRequest', refusedWhen: over },
  'ask for a review': {
    flag: 'edit',
    operationId: 'requestReviewersForChangeRequest',
    body: () => ({ users: [people.asked.userId] }),
    refusedWhen: over,
  },
  review: {
    flag: 'review',
    operationId: 'submitChangeRequestReview',
    body: () => ({ status: 'approved' }),
    refusedWhen: over,
  },
  merge: { flag: 'merge', operationId: 'mergeChangeRequest', refusedWhen: over },
};

const people = {} as Record<
  'reader' | 'commenter' | 'editor' | 'reviewer' | 'creator' | 'asked',
  Client
>;
const actors = ['reader', 'commenter', 'editor', 'reviewer', 'creator'] as const;

const world = useWorld();
let organizationId: string;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  people.reader = await world.member(organizationId, 'read');
  people.commenter = await world.member(organizationId, 'comment');
  people.editor = await world.member(organizationId, 'edit');
  people.reviewer = await world.member(organizationId, 'review');
  people.creator = await world.member(organizationId, 'review');
  people.asked = await world.member(organizationId, 'review');
});

/** A change request that stands at a step, with a comment on it. */
async function stageAt(step: string): Promise<ReviewStage & { commentId: string }> {
  const stage = await createReviewStage(world, organizationId, people.creator);
  await retitle(people.creator, stage.path, stage.pageId, 'Ours');
  if (step !== 'draft') await people.editor.patch(stage.path, { status: 'open' });
  await steps[step]?.(stage);
  const { spaceId, changeRequestId } = stage;
  const { revisionId } = await world.db.prisma.changeRequest.findUniqueOrThrow({
    where: { id: changeRequestId },
  });
  const commentId = newId('Comment');
  const data = { id: commentId, spaceId, changeRequestId, revisionId, markdown: 'Hm.' };
  await world.db.prisma.comment.create({ data });
  return { ...stage, commentId };
}

const flagsQuery = /* GraphQL */ `
  query ($id: ID!, $commentId: ID!) {
    changeRequest(id: $id) {
      status
      outdated
      reviewDecision
      permissions {
        comment
        edit
        review
        merge
      }
      comment(id: $commentId) {
        permissions {
          reply
        }
      }
      mergeability {
        reasons
      }
    }
  }
`;

async function seen(
  client: Client,
  { changeRequestId: id, commentId }: { changeRequestId: string; commentId: string },
) {
  const { changeRequest } = await client.query(flagsQuery, { id, commentId });
  return changeRequest;
}

/** Puts back what an attempt changed of where the change request stands. */
async function restorer({ spaceId, changeRequestId }: ReviewStage): Promise<() => Promise<void>> {
  const { prisma } = world.db;
  const [space, changeRequest] = [{ id: spaceId }, { id: changeRequestId }];
  const { revisionId } = await prisma.space.findUniqueOrThrow({ where: space });
  const data = await prisma.changeRequest.findUniqueOrThrow({ where: changeRequest });
  const branches = { branchId: { in: [spaceId, changeRequestId] } };
  const kept = await prisma.revision.findMany({ where: branches, select: { id: true } });
  const later = { ...branches, id: { notIn: kept.map(({ id }) => id) } };
  return async () => {
    await prisma.space.update({ where: space, data: { revisionId } });
    await prisma.changeRequest.update({ where: changeRequest, data });
    await prisma.revision.deleteMany({ where: later });
  };
}

const resolveConflicts = /* GraphQL */ `
  mutation ($input: ResolveConflictsInput!) {
    resolveConflicts(input: $input) {
      changeRequest {
        id
      }
    }
  }
`;

describe.each(Object.keys(steps))('a change request that is %s', (step) => {
  it('lets everybody do what their flags say, on both surfaces', async () => {
    const stage = await stageAt(step);
    const { spaceId, changeRequestId, commentId } = stage;
    expect(await seen(people.reviewer, stage)).toMatchObject(signs[step] ?? {});
    const restore = await restorer(stage);
    const ids: Record<string, string> = { spaceId, changeRequestId, commentId };
    const expected: object[] = [];
    const found: object[] = [];
    for (const who of actors) {
      const client = people[who];
      const { status, permissions, comment } = await seen(client, stage);
      const flags: Flags = { ...permissions, ...comment.permissions };
      const outcomeOf = (flag: keyof Flags, refusedWhen: readonly string[]) =>
        flags[flag] ? (refusedWhen.includes(status) ? 409 : 'done') : 403;
      for (const [action, { flag, operationId, body, refusedWhen }] of Object.entries(actions)) {
        const route = routes.find((one) => one.operationId === operationId);
        if (!route) throw new Error(`There is no ${operationId}.`);
        const path = Object.fromEntries(
          route.pathParameters.map(({ name }) => [name, ids[name] ?? '']),
        );
        for (const ask of [askRest, askGraph]) {
          const at = { who, action, surface: ask.name };
          const answer = await ask(client, route, { path, body: body?.(stage) });
          expected.push({ ...at, outcome: outcomeOf(flag, refusedWhen) });
          found.push({ ...at, outcome: answer.status < 300 ? 'done' : answer.status });
          if (answer.status < 300) await restore();
        }
      }
      const input = { spaceId, changeRequestId, side: 'OURS' };
      const code = (await client.errorCode(resolveConflicts, { input })) as ErrorCode | undefined;
      const at = { who, action: 'resolve conflicts' };
      expected.push({ ...at, outcome: outcomeOf('edit', over) });
      found.push({ ...at, outcome: code === undefined ? 'done' : httpStatusOf[code] });
      if (code === undefined) await restore();
    }
    expect(found).toEqual(expected);
  });
});
