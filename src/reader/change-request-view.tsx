import type { VNode } from 'preact';
import type { ChangeRequestAnswer, ChangeAnswer, Remark } from './app-answers.ts';
import { DiffView } from './diff-view.tsx';
import { Breadcrumbs, type Crumb } from './navigation.tsx';
import { Time } from './page-view.tsx';
import { Blocks } from './text/blocks.tsx';
import { createSetting } from './text/text-setting.ts';

interface ChangeRequestViewProps {
  crumbs: readonly Crumb[];
  request: ChangeRequestAnswer;
  local: (url: string) => string;
}

/** Shows what a change request changes, and what people say about it. */
export function ChangeRequestView({ crumbs, request, local }: ChangeRequestViewProps): VNode {
  const { conflicts } = request.mergeability;
  return (
    <main id="content" class="change-request" tabIndex={-1}>
      <Breadcrumbs crumbs={[...crumbs, { title: `Change request #${request.number}` }]} />
      <header>
        <h1>{request.subject || 'Untitled'}</h1>
        <p class="facts">
          <span class="badge">{inWords(request.status)}</span>
          {request.reviewDecision === null ? null : (
            <span class="badge">{inWords(request.reviewDecision)}</span>
          )}
          {request.outdated ? <span class="badge">Behind the space</span> : null}
          <span>
            {request.createdBy?.displayName ?? 'Somebody'}, <Time value={request.createdAt} />
          </span>
          <a href={local(request.content.urls.app)}>Read its pages</a>
        </p>
      </header>
      {conflicts.nodes.length === 0 ? null : <Conflicts nodes={conflicts.nodes} />}
      <section>
        <h2>Changes ({request.changes.totalCount})</h2>
        {request.changes.nodes.map((change) => (
          <Change change={change} />
        ))}
      </section>
      <section>
        <h2>Reviews</h2>
        {request.reviews.nodes.length === 0 ? <p>None yet.</p> : null}
        <ul>
          {request.reviews.nodes.map(({ reviewer, status, createdAt, outdated }) => (
            <li>
              <strong>{reviewer?.displayName ?? 'Somebody'}</strong>: {inWords(status)},{' '}
              <Time value={createdAt} />
              {outdated ? ' (of earlier content)' : ''}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>Comments</h2>
        {request.comments.nodes.length === 0 ? <p>None yet.</p> : null}
        {request.comments.nodes.map((comment) => (
          <div class="thread">
            <RemarkView remark={comment} about={comment.target.page?.title} />
            {comment.replies.nodes.map((reply) => (
              <RemarkView remark={reply} />
            ))}
          </div>
        ))}
      </section>
    </main>
  );
}

function inWords(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Change({ change }: { change: ChangeAnswer }): VNode {
  const { type, page, file, reusableContent, attributes, textDiff } = change;
  const title = page?.title ?? file?.name ?? reusableContent?.title;
  return (
    <details class="change" open>
      <summary>
        <span class="badge">{inWords(type)}</span> {title}
        {page?.path ? <code>{page.path}</code> : null}
      </summary>
      {textDiff?.unified ? <DiffView unified={textDiff.unified} /> : null}
      {textDiff?.tooDifferent ? <p>The texts differ too much to compare them.</p> : null}
      {attributes.length === 0 ? null : <Values attributes={attributes} />}
    </details>
  );
}

/** Attributes that say nothing beside the text. */
const shownOtherwise: ReadonlySet<string> = new Set(['document', 'git']);

function Values({ attributes }: Pick<ChangeAnswer, 'attributes'>): VNode {
  return (
    <dl class="values">
      {attributes
        .filter(({ name }) => !shownOtherwise.has(name))
        .map(({ name, before, after }) => (
          <>
            <dt>{name}</dt>
            <dd>
              {before === null ? null : <del>{valueText(before)}</del>}{' '}
              {after === null ? null : <ins>{valueText(after)}</ins>}
            </dd>
          </>
        ))}
    </dl>
  );
}

/** Longest value that is shown, in characters. */
const VALUE_LENGTH_MAX = 2000;

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, VALUE_LENGTH_MAX);
}

type Conflict = ChangeRequestAnswer['mergeability']['conflicts']['nodes'][number];

function Conflicts({ nodes }: { nodes: readonly Conflict[] }): VNode {
  return (
    <section class="conflicts">
      <h2>Conflicts</h2>
      {nodes.map(({ path, base, ours, theirs }) => (
        <details class="change" open>
          <summary>{path.join(' › ')}</summary>
          <dl class="values">
            <dt>Before</dt>
            <dd>{valueText(base)}</dd>
            <dt>In this change request</dt>
            <dd>{valueText(ours)}</dd>
            <dt>In the space</dt>
            <dd>{valueText(theirs)}</dd>
          </dl>
        </details>
      ))}
    </section>
  );
}

function RemarkView({ remark, about }: { remark: Remark; about?: string | undefined }): VNode {
  const document = remark.body.document;
  const setting = createSetting({ page: { references: [], document }, local: (url) => url });
  return (
    <article class="remark">
      <p>
        <strong>{remark.postedBy?.displayName ?? 'Somebody'}</strong>{' '}
        <Time value={remark.postedAt} />
        {about === undefined ? null : ` on ${about}`}
      </p>
      <div class="text">
        <Blocks nodes={document?.nodes} setting={setting} />
      </div>
    </article>
  );
}
