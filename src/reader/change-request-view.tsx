import type { ComponentChildren, VNode } from 'preact';
import { truncate } from '../lib/truncate.ts';
import type { ChangeRequestAnswer, ChangeAnswer, Remark } from './app-answers.ts';
import { DiffView } from './diff-view.tsx';
import { ListParts, type ListPart, type PageLinks } from './list-parts.tsx';
import { Breadcrumbs, pageUrl, type Crumb } from './navigation.tsx';
import { Time } from './page-view.tsx';
import { Blocks } from './text/blocks.tsx';
import { createSetting } from './text/text-setting.ts';

/** Longest differences of one page, together, in characters. */
const DIFFS_LENGTH_MAX = 16_000;
/** Longest value that is shown, in characters. */
const VALUE_LENGTH_MAX = 2000;

interface ChangeRequestViewProps {
  crumbs: readonly Crumb[];
  request: ChangeRequestAnswer;
  links: PageLinks;
  local: (url: string) => string;
}

/** Shows what a change request changes, and what people say about it. */
export function ChangeRequestView({
  crumbs,
  request,
  links,
  local,
}: ChangeRequestViewProps): VNode {
  const { mergeability, changes, reviews, comments } = request;
  const root = local(request.content.urls.app);
  const isSplit = links.param('view') === 'split';
  return (
    <main id="content" class={isSplit ? 'change-request wide' : 'change-request'} tabIndex={-1}>
      <Breadcrumbs crumbs={[...crumbs, { title: `Change request #${request.number}` }]} />
      <Facts request={request} root={root} />
      {mergeability.conflicts.nodes.length === 0 ? null : (
        <Section title="Conflicts" name="conflicts" list={mergeability.conflicts} links={links}>
          {mergeability.conflicts.nodes.map(Conflict)}
        </Section>
      )}
      <Section
        title={`Changes (${changes.totalCount})`}
        name="changes"
        list={changes}
        links={links}
      >
        <p class="choice">
          <a href={`${links.href('view', isSplit ? undefined : 'split')}#changes`}>
            {isSplit ? 'Show texts in line' : 'Show texts side by side'}
          </a>
        </p>
        {shortened(changes.nodes).map((change) => (
          <Change change={change} root={root} isSplit={isSplit} />
        ))}
      </Section>
      <Section title="Reviews" name="reviews" list={reviews} links={links}>
        <ul>
          {reviews.nodes.map(({ reviewer, status, createdAt, outdated }) => (
            <li>
              <strong>{reviewer?.displayName ?? 'Somebody'}</strong>: {inWords(status)},{' '}
              <Time value={createdAt} />
              {outdated ? ' (of earlier content)' : ''}
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title={`Comments (${comments.totalCount})`}
        name="comments"
        list={comments}
        links={links}
      >
        {comments.nodes.map((comment) => (
          <div class="thread">
            <RemarkView remark={comment} about={comment.target.page?.title} />
            {comment.replies.nodes.map((remark) => RemarkView({ remark }))}
            {comment.replies.totalCount > comment.replies.nodes.length ? (
              <p>{comment.replies.totalCount - comment.replies.nodes.length} more replies</p>
            ) : null}
          </div>
        ))}
      </Section>
    </main>
  );
}

interface FactsProps {
  request: ChangeRequestAnswer;
  /** Address of the content of the change request. */
  root: string;
}

function Facts({ request, root }: FactsProps): VNode {
  return (
    <header>
      <h1>{request.subject || 'Untitled'}</h1>
      <p class="facts">
        <span class="badge">{inWords(request.status)}</span>
        {request.reviewDecision && <span class="badge">{inWords(request.reviewDecision)}</span>}
        {request.outdated ? <span class="badge">Behind the space</span> : null}
        <span>
          {request.createdBy?.displayName ?? 'Somebody'}, <Time value={request.createdAt} />
        </span>
        <a href={root}>Read its pages</a>
      </p>
    </header>
  );
}

interface SectionProps {
  title: string;
  /** Name of the list, and id of the section. */
  name: string;
  list: ListPart<unknown>;
  links: PageLinks;
  children: ComponentChildren;
}

function Section({ title, name, list, links, children }: SectionProps): VNode {
  return (
    <section id={name}>
      <h2>{title}</h2>
      {list.nodes.length === 0 ? <p>None yet.</p> : children}
      <ListParts name={name} list={list} links={links} />
    </section>
  );
}

/** Returns an enum value as people write it. */
export function inWords(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface ShownChange extends ChangeAnswer {
  unified: string;
  /** Whether lines of the difference are missing at its end. */
  isShortened: boolean;
}

/** Shortens the differences of texts so that all of them fit into one page. */
function shortened(changes: readonly ChangeAnswer[]): ShownChange[] {
  let left = DIFFS_LENGTH_MAX;
  return changes.map((change) => {
    const unified = change.textDiff?.unified ?? '';
    const isShortened = unified.length > left;
    const end = isShortened ? unified.lastIndexOf('\n', left) + 1 : unified.length;
    left -= end;
    return { ...change, unified: unified.slice(0, end), isShortened };
  });
}

/** Attributes that say nothing beside the text. */
const shownOtherwise: ReadonlySet<string> = new Set(['document', 'git']);

interface ChangeProps extends Pick<FactsProps, 'root'> {
  change: ShownChange;
  isSplit: boolean;
}

function Change({ change, root, isSplit }: ChangeProps): VNode {
  const { type, page, file, reusableContent, attributes, textDiff, unified } = change;
  const title = page?.title ?? file?.name ?? reusableContent?.title;
  const values = attributes.filter(({ name }) => !shownOtherwise.has(name));
  return (
    <details class="change" open>
      <summary>
        <span class="badge">{inWords(type)}</span> {title}
        {page?.path ? <code>{page.path}</code> : null}
      </summary>
      {unified === '' ? null : <DiffView unified={unified} isSplit={isSplit} />}
      {textDiff?.tooDifferent ? <p>The texts differ too much to compare them.</p> : null}
      {change.isShortened ? (
        <p>
          More of this text has changed:{' '}
          <a href={page?.path ? pageUrl(root, page.path) : root}>read it as a whole</a>.
        </p>
      ) : null}
      {values.length === 0 ? null : (
        <dl class="values">
          {values.map(({ name, before, after }) => (
            <>
              <dt>{name}</dt>
              <dd>
                {before === null ? null : <del>{valueText(before)}</del>}{' '}
                {after === null ? null : <ins>{valueText(after)}</ins>}
              </dd>
            </>
          ))}
        </dl>
      )}
    </details>
  );
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return truncate(text, VALUE_LENGTH_MAX);
}

type ConflictProps = ChangeRequestAnswer['mergeability']['conflicts']['nodes'][number];

function Conflict({ path, base, ours, theirs }: ConflictProps): VNode {
  return (
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
  );
}

/** Shows a comment or a reply. */
export function RemarkView({
  remark,
  about,
}: {
  remark: Remark;
  about?: string | undefined;
}): VNode {
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
