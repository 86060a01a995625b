import type { Viz } from '@viz-js/viz';
import type { Relation } from './type-relations.ts';

export interface DrawOptions {
  /** Text alternative of the picture. */
  label: string;
  /** Classes of types. */
  classOf?: (type: string) => string;
  /** Writes the names of the fields along the edges. */
  names?: boolean;
}

/** Graphviz, once a picture was asked for: it takes 1.2 MB of code. */
let viz: Promise<Viz> | undefined;

/** Draws types and the relations between them as SVG. Types are links to their pages. */
export async function drawRelations(
  types: readonly string[],
  relations: readonly Relation[],
  { label, classOf = () => '', names = false }: DrawOptions,
): Promise<string> {
  viz ??= import('@viz-js/viz').then(({ instance }) => instance());
  const svg = (await viz).renderString(
    {
      graphAttributes: { rankdir: 'LR', bgcolor: 'transparent', nodesep: 0.16, ranksep: 0.5 },
      nodeAttributes: {
        // The page shows a smaller size: its font may be wider.
        ...{ shape: 'box', style: 'rounded', fontname: 'Helvetica', fontsize: 14 },
        ...{ height: 0.38, margin: '0.11,0.06' },
      },
      edgeAttributes: { arrowsize: 0.6, fontname: 'Helvetica', fontsize: 11 },
      nodes: types.map((name) => ({
        name,
        attributes: { class: classOf(name), URL: pageOf(name), tooltip: name },
      })),
      edges: relations.map(({ from, to, fields, isMany }) => ({
        tail: from,
        head: to,
        attributes: {
          class: isMany ? 'many' : 'one',
          tooltip: `${from}: ${fields.join(', ')}`,
          ...(names && { label: ` ${labelOf(fields)} ` }),
        },
      })),
    },
    { format: 'svg' },
  );
  return toInlineSvg(svg, label);
}

/** Returns the path of the page of a type. */
export function pageOf(type: string): string {
  return `/graph/${type}`;
}

function labelOf(fields: readonly string[]): string {
  return fields.length > 3 ? `${fields.slice(0, 2).join(', ')}, …` : fields.join(', ');
}

/** Makes the document of Graphviz part of a page: without prolog, in pixels, with a name. */
function toInlineSvg(svg: string, label: string): string {
  return svg
    .slice(svg.indexOf('<svg'))
    .replaceAll(/<!--.*?-->\n?/gs, '')
    .replaceAll('xlink:', '')
    .replace(/ xmlns:\w+="[^"]*"/, '')
    .replace(/width="([\d.]+)pt" height="([\d.]+)pt"/, `width="$1" height="$2"`)
    .replace('<svg', `<svg role="group" aria-label="${label}"`);
}
