import type { VNode } from 'preact';

/** Parameters of the visited address, and links to it with others. */
export interface PageLinks {
  param(name: string): string | undefined;
  /** Returns the visited address with another value of a parameter; undefined removes it. */
  href(name: string, value: string | undefined): string;
}

/** A part of a list that is shown in parts. */
export interface ListPart<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

interface ListPartsProps {
  /** Name of the parameter with the cursor, and id of the section with the list. */
  name: string;
  list: Pick<ListPart<unknown>, 'pageInfo'>;
  links: PageLinks;
}

/** Shows links to the first and the next part of a list; nothing for a list in one part. */
export function ListParts({ name, list, links }: ListPartsProps): VNode | null {
  const isFirst = links.param(name) === undefined;
  const { hasNextPage, endCursor } = list.pageInfo;
  if (isFirst && !hasNextPage) return null;
  const href = (cursor: string | undefined) => `${links.href(name, cursor)}#${name}`;
  return (
    <nav class="parts" aria-label={`More ${name.replaceAll(/[A-Z]/g, ' $&').toLowerCase()}`}>
      {isFirst ? null : <a href={href(undefined)}>First ones</a>}
      {hasNextPage && endCursor !== null ? <a href={href(endCursor)}>Next ones</a> : null}
    </nav>
  );
}
