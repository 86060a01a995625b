import type { VNode } from 'preact';
import { Icon } from '../icons.tsx';
import { firstText, Inlines, outside } from './inlines.tsx';
import type { RenderState } from './text-setting.ts';
import { fragmentOf, textValueOf, type TreeNode } from './tree-node.ts';

interface NodeProps {
  node: TreeNode;
  setting: RenderState;
}

/** Shows the pictures of a block, each with its caption. */
export function Pictures({ node, setting }: NodeProps): VNode {
  const images = node.nodes ?? [];
  const align = textValueOf(node, 'align');
  const classes = [
    'pictures',
    ...(align ? [`align-${align}`] : []),
    ...(images.length > 1 ? ['several'] : []),
  ];
  return (
    <div class={classes.join(' ')}>
      {images.map((image) => (
        <Figure node={image} setting={setting} />
      ))}
    </div>
  );
}

/** Shows a picture, in dark mode the variant for it. */
export function Figure({ node, setting }: NodeProps): VNode | null {
  const caption = fragmentOf(node, 'caption');
  const width = node.data?.['width'];
  const picture = (
    <Picture
      light={node.data?.['ref']}
      dark={node.data?.['refDark']}
      alt={textValueOf(node, 'alt') ?? firstText(caption)}
      width={typeof width === 'number' ? width : undefined}
      setting={setting}
    />
  );
  return (
    <figure>
      {picture}
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
  className?: string;
  setting: RenderState;
}

/** Shows a picture by its references; nothing if it is missing. */
export function Picture({
  light,
  dark,
  alt,
  width,
  className,
  setting,
}: PictureProps): VNode | null {
  const target = setting.target(light);
  const src = target && setting.href(target);
  if (!target || src === undefined) return null;
  const darkTarget = setting.target(dark);
  const darkSrc = darkTarget && setting.href(darkTarget);
  const ratio = target.width && target.height ? target.height / target.width : undefined;
  const shownWidth = width ?? target.width ?? undefined;
  const height = ratio && shownWidth ? Math.round(shownWidth * ratio) : undefined;
  return (
    <picture>
      {darkSrc === undefined ? null : (
        <source srcset={darkSrc} media="(prefers-color-scheme: dark)" />
      )}
      <img
        class={className}
        src={src}
        alt={alt}
        width={shownWidth}
        height={height}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}

/** Shows a file as a link to download it. */
export function FileCard({ node, setting }: NodeProps): VNode | null {
  const target = setting.target(node.data?.['ref']);
  const href = target && setting.href(target);
  if (!target || href === undefined) return null;
  return (
    <a class="card-link" href={href} download>
      <Icon name="file" />
      <span class="card-text">
        <strong>{target.title ?? 'File'}</strong>
        {target.size === null ? null : <small>{sizeText(target.size)}</small>}
      </span>
    </a>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [unit, size] = bytes < 1_000_000 ? ['kB', bytes / 1000] : ['MB', bytes / 1_000_000];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

/** Shows embedded content as a link: pages load nothing from other hosts. */
export function EmbedCard({ url }: { url: string }): VNode {
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url);
  if (!isWeb) return <p>{url}</p>;
  const { host, pathname } = new URL(url);
  return (
    <a class="card-link" href={url} {...outside(url)}>
      <Icon name="external" />
      <span class="card-text">
        <strong>{host.replace(/^www\./, '')}</strong>
        <small>{pathname === '/' ? url : pathname}</small>
      </span>
    </a>
  );
}

/** Shows a link to other content with its title and description. */
export function ContentCard({ node, setting }: NodeProps): VNode | null {
  const target = setting.target(node.data?.['ref']);
  const href = target && setting.href(target);
  if (!target) return null;
  const text = (
    <span class="card-text">
      <strong>
        {target.emoji === null ? null : `${target.emoji} `}
        {target.title ?? target.address}
      </strong>
      {target.description === null ? null : <small>{target.description}</small>}
    </span>
  );
  if (href === undefined) return <p class="card-link">{text}</p>;
  return (
    <a class="card-link" href={href} {...outside(href)}>
      {text}
      <Icon name="arrow" />
    </a>
  );
}
