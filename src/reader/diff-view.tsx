import { diffWordsWithSpace } from 'diff';
import { h, type ComponentChildren, type VNode } from 'preact';
import { hunksOf, type DiffPart } from '../lib/unified-diff.ts';

/** Longest pair of texts that is compared word by word, in characters. */
const COMPARED_LENGTH_MAX = 4000;

interface DiffProps {
  /** A unified diff. */
  unified: string;
  /** Whether the two texts are side by side. */
  isSplit: boolean;
}

/** Shows a difference of texts line by line, and word by word in lines that replace others. */
export function DiffView({ unified, isSplit }: DiffProps): VNode {
  const show = (part: DiffPart) => (part.isChange ? <Change {...part} /> : same(part, isSplit));
  const hunks = hunksOf(unified).map((parts, at) => [at === 0 ? null : <hr />, parts.map(show)]);
  return <div class={isSplit ? 'diff split' : 'diff'}>{hunks}</div>;
}

/** Shows equal lines; on the second side only to those who see both. */
function same({ before }: DiffPart, isSplit: boolean): VNode[] {
  return [<p>{before}</p>, ...(isSplit ? [<p aria-hidden="true">{before}</p>] : [])];
}

function Change({ before, after }: DiffPart): VNode {
  const isCompared =
    before !== null && after !== null && before.length + after.length < COMPARED_LENGTH_MAX;
  const words = isCompared ? diffWordsWithSpace(before, after) : undefined;
  const marked = (other: 'added' | 'removed', tag: 'del' | 'ins') =>
    words?.map((word) => {
      if (word[other]) return null;
      return word.added || word.removed ? h(tag, null, word.value) : word.value;
    });
  return (
    <>
      {before === null ? null : <Side name="removed">{marked('added', 'del') ?? before}</Side>}
      {after === null ? null : <Side name="added">{marked('removed', 'ins') ?? after}</Side>}
    </>
  );
}

function Side({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <p class={name}>
      <span class="unseen">{name}: </span>
      {children}
    </p>
  );
}
