import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { VNode } from 'preact';
import { packageFile } from '../http/pages/package-file.ts';
import { Emoji } from './icons.tsx';

const folder = path.dirname(packageFile('@fortawesome/fontawesome-free', 'svgs/solid'));
const styles = ['solid', 'brands', 'regular'];

interface Drawing {
  viewBox: string;
  path: string;
}

const drawings = new Map<string, Drawing>();

/** Returns the drawing of an icon of Font Awesome; undefined if none has the name. */
function drawingOf(name: string): Drawing | undefined {
  const known = drawings.get(name);
  if (known || !/^[a-z0-9-]{1,50}$/.test(name)) return known;
  const files = styles.map((style) => path.join(folder, style, `${name}.svg`));
  const file = files.find((one) => existsSync(one));
  if (file === undefined) return undefined;
  const svg = readFileSync(file, 'utf8');
  const [, viewBox = '', drawn = ''] = /viewBox="([^"]*)".* d="([^"]*)"/s.exec(svg) ?? [];
  const drawing = { viewBox, path: drawn };
  drawings.set(name, drawing);
  return drawing;
}

interface NamedIconProps {
  name: string | null | undefined;
  /** True for an icon that nothing beside it explains. */
  isAlone?: boolean;
}

/** Shows an icon by its name; one that is unknown only where it is alone, as its name. */
export function NamedIcon({ name, isAlone }: NamedIconProps): VNode | null {
  const drawing = name == null ? undefined : drawingOf(name);
  if (!drawing) return isAlone ? <span class="icon-name">{name}</span> : null;
  const meaning = isAlone
    ? ({ role: 'img', 'aria-label': name?.replaceAll('-', ' ') } as const)
    : ({ 'aria-hidden': 'true' } as const);
  return (
    <svg class="named-icon" viewBox={drawing.viewBox} {...meaning}>
      <path d={drawing.path} />
    </svg>
  );
}

interface PageIconProps {
  page: { emoji?: string | null; icon?: string | null };
}

/** Shows the emoji of a page before its title, or else its icon. */
export function PageIcon({ page: { emoji, icon } }: PageIconProps): VNode | null {
  return emoji == null ? <NamedIcon name={icon} /> : <Emoji value={emoji} />;
}
