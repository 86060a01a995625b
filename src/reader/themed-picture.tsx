import type { VNode } from 'preact';

interface ThemedPictureProps {
  src: string | undefined;
  /** Address of the picture in dark mode; undefined for the same one. */
  dark: string | undefined;
  alt?: string | undefined;
  class?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  loading?: 'lazy';
  decoding?: 'async';
}

/** Shows a picture, in dark mode the one for it; nothing without an address. */
export function ThemedPicture({ dark, ...image }: ThemedPictureProps): VNode | null {
  if (image.src === undefined) return null;
  return (
    <picture>
      {dark === undefined ? null : <source srcset={dark} media="(prefers-color-scheme: dark)" />}
      <img {...image} alt={image.alt ?? ''} />
    </picture>
  );
}
