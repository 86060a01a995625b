import type { VNode } from 'preact';

/** Shapes of icons on a grid of 24 by 24. */
const shapes = {
  info: 'M12 8h.01M11 12h1v5h1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  check: 'm8.5 12 2.5 2.5 4.5-5M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  warning:
    'M12 9v4m0 3h.01M10.3 4.2 2.9 17a2 2 0 0 0 1.7 3h14.8a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0Z',
  danger: 'M12 8v4m0 4h.01M8 3h8l5 5v8l-5 5H8l-5-5V8l5-5Z',
  search: 'm20 20-4.2-4.2M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z',
  file: 'M14 3v5h5M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8l-5-5Z',
  external: 'M14 4h6v6M20 4l-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  chevron: 'm9 6 6 6-6 6',
} as const;

export type IconName = keyof typeof shapes;

/** Shows an emoji before a text that says the same; nothing without one. */
export function Emoji({ value }: { value: string | null | undefined }): VNode | null {
  if (value == null) return null;
  return (
    <span class="emoji" aria-hidden="true">
      {value}{' '}
    </span>
  );
}

/** Shows an icon beside a text that says the same. */
export function Icon({ name }: { name: IconName }): VNode {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
