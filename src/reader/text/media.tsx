import type { ComponentChildren, VNode } from 'preact';
import { Emoji, Icon, type IconName } from '../icons.tsx';
import { ThemedPicture } from '../themed-picture.tsx';
import { firstText, Inlines, outside } from './inlines.tsx';
import type { NodeProps, RenderState } from './text-setting.ts';
import { fragmentOf, textValueOf } from './tree-node.ts';

/** Shows the pictures of a block, each with its caption. */
export function Pictures({ node, setting }: NodeProps): VNode {
  const images = node.nodes ?? [];
  const align = textValueOf(node, 'align');
  const classes = ['pictures', align && `align-${align}`, images.length > 1 && 'several'];
  return (
    <div class={classes.filter(Boolean).join(' ')}>
      {images.map((image) => (
        <Figure node={image} setting={setting} />
      ))}
    </div>
  );
}

/** Shows a picture, in dark mode the variant for it. */
export function Figure({ node, setting }: NodeProps): VNode {
  const caption = fragmentOf(node, 'caption');
  const width = node.data?.['width'];
  return (
    <figure>
      <Picture
        light={node.data?.['ref']}
        dark={node.data?.['refDark']}
        alt={textValueOf(node, 'alt') ?? firstText(caption)}
        width={typeof width === 'number' ? width : undefined}
        setting={setting}
      />
      {caption.length === 0 ? null : (
        <figcaption>
          {caption.map(({ nodes }) => (
            <Inlines nodes={nodes} setting={setting} />
          ))}
        </figcaption>
      )}
    </figure>
  );
}

interface PictureProps {
  light: unknown;
  dark?: unknown;
  alt: string;
  width?: number | undefined;
  class?: string;
  setting: RenderState;
}

/** Shows a picture by its references; nothing if it is missing. */
export function Picture({ light, dark, setting, ...image }: PictureProps): VNode {
  const target = setting.target(light);
  const width = image.width ?? target?.width ?? undefined;
  const ratio = target?.width && target.height ? target.height / target.width : undefined;
  const height = ratio && width ? Math.round(width * ratio) : undefined;
  const attributes = { ...image, width, height, loading: 'lazy', decoding: 'async' } as const;
  return <ThemedPicture {...attributes} src={target?.href} dark={setting.target(dark)?.href} />;
}

/** Shows a file as a link to download it. */
export function FileCard({ node, setting }: NodeProps): VNode | null {
  const target = setting.target(node.data?.['ref']);
  if (target?.href === undefined) return null;
  return (
    <Card
      icon="file"
      href={target.href}
      download
      title={target.title ?? 'File'}
      about={target.size === null ? null : sizeText(target.size)}
    />
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [unit, size] = bytes < 1_000_000 ? ['kB', bytes / 1000] : ['MB', bytes / 1_000_000];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

/** Shows embedded content as a link: pages load nothing from other hosts. */
export function EmbedCard({ node }: NodeProps): VNode | null {
  const url = textValueOf(node, 'url');
  if (url === undefined) return null;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return <p>{url}</p>;
  const { host, pathname } = new URL(url);
  const about = pathname === '/' ? url : pathname;
  return <Card icon="external" href={url} title={host.replace(/^www\./, '')} about={about} />;
}

/** Shows a link to other content with its title and description. */
export function ContentCard({ node, setting }: NodeProps): VNode | null {
  const target = setting.target(node.data?.['ref']);
  if (!target) return null;
  const title = [<Emoji value={target.emoji} />, target.title ?? target.address];
  return <Card href={target.href} title={title} about={target.description} />;
}

interface CardProps {
  /** Icon before the text; an arrow after it without one. */
  icon?: IconName;
  href: string | undefined;
  title: ComponentChildren;
  about: string | null;
  download?: boolean;
}

function Card({ icon, href, title, about, download }: CardProps): VNode {
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span class="card-text">
        <strong>{title}</strong>
        {about === null ? null : <small>{about}</small>}
      </span>
      {icon || href === undefined ? null : <Icon name="arrow" />}
    </>
  );
  if (href === undefined) return <p class="card-link">{content}</p>;
  return (
    <a class="card-link" href={href} download={download} {...outside(href)}>
      {content}
    </a>
  );
}
