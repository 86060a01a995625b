import { parseSummary, type SummaryNode } from './parse-summary.ts';

/** The entries of a table of contents, up to a maximum. */
export interface SummaryOutline {
  nodes: SummaryNode[];
  /** Whether there were more entries. */
  isCut: boolean;
}

/** Parses a table of contents, up to `countMax` entries. */
export function readOutline({
  text,
  depthMax,
  countMax,
}: {
  text: string;
  depthMax: number;
  countMax: number;
}): SummaryOutline {
  const budget = { count: countMax, isCut: false };
  return { nodes: firstNodes(parseSummary(text, depthMax), budget), isCut: budget.isCut };
}

function firstNodes(
  nodes: readonly SummaryNode[],
  budget: { count: number; isCut: boolean },
): SummaryNode[] {
  const kept: SummaryNode[] = [];
  for (const node of nodes) {
    if (budget.count === 0) {
      budget.isCut = true;
      break;
    }
    budget.count -= 1;
    kept.push({ ...node, children: firstNodes(node.children, budget) });
  }
  return kept;
}
