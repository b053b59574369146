/** @jsxImportSource react */
import type { ComponentProps } from 'react'

const PATHS = {
  check: 'M3.5 8.5l3 3 6-7',
  warn: 'M8 3.5v5.5M8 12v.2',
  note: 'M8 7v5M8 4v.2',
  unknown: 'M5.8 6a2.2 2.2 0 114 1.3c-.8.7-1.6 1-1.6 2.2M8.2 12v.2',
  cross: 'M4 4l8 8M12 4l-8 8',
  right: 'M6 4l4 4-4 4',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  ask: 'M8 13V3.5M3.8 7.5L8 3.3l4.2 4.2',
  enter: 'M12.5 3.5v5h-9M6.5 5.5l-3 3 3 3',
  stop: 'M4.5 4.5h7v7h-7z',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h7',
  table: 'M2.5 3.5h11v9h-11zM2.5 6.7h11M6.7 6.7v5.8',
  report: 'M4 2.5h5.5L12.5 5.5v8h-8.5zM9.3 2.7v3h3M6.3 8.5h4M6.3 11h4',
  download: 'M8 3v7.5M4.8 7.3L8 10.5l3.2-3.2M3 13h10',
  comment: 'M2.5 3.5h11v7.5h-6l-3 2.5v-2.5h-2z',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  pencil: 'M3 13l.6-2.8L10.8 3l2.2 2.2-7.2 7.2z',
  trash: 'M3.5 4.5h9M6.5 4.5v-1.5h3v1.5M4.8 4.5l.5 8.5h5.4l.5-8.5',
  like: 'M5 7.5l2.6-5c1 0 1.6.8 1.4 1.8L8.6 6.5h3.6c.9 0 1.5.8 1.3 1.6l-.9 3.8c-.2.7-.7 1.1-1.4 1.1H5zM2.5 7.5H5V13H2.5z',
  dislike:
    'M11 8.5l-2.6 5c-1 0-1.6-.8-1.4-1.8l.4-2.2H3.8c-.9 0-1.5-.8-1.3-1.6l.9-3.8c.2-.7.7-1.1 1.4-1.1H11zM13.5 8.5H11V3h2.5z',
  link: 'M6.8 9.2a2.6 2.6 0 003.7 0l2.2-2.2a2.6 2.6 0 00-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 00-3.7 0L3.3 9a2.6 2.6 0 003.7 3.7l.9-.9',
  retry: 'M13 8a5 5 0 11-1.6-3.7M13 2.5v2.6h-2.6',
  play: 'M5 3.5v9l7-4.5z',
  upload: 'M8 10.5V3M4.8 6L8 2.8 11.2 6M3 12.8h10',
  spark: 'M8 2.5l1.3 4.2 4.2 1.3-4.2 1.3L8 13.5 6.7 9.3 2.5 8l4.2-1.3z',
  share: 'M8 9.8V2.8M5.2 5.4L8 2.6l2.8 2.8M4.5 7.5H3v6h10v-6h-1.5',
  plus: 'M8 3.5v9M3.5 8h9',
  grip: 'M6 4v.2M10 4v.2M6 8v.2M10 8v.2M6 12v.2M10 12v.2',
  pin: 'M6 2.5h4l-.5 4 2.5 2.5h-8l2.5-2.5zM8 9v4.5',
  undo: 'M6 4L3 7l3 3M3.5 7h6a3 3 0 010 6H7',
  redo: 'M10 4l3 3-3 3M12.5 7h-6a3 3 0 000 6H9',
  bell: 'M4.3 11V7.7a3.7 3.7 0 017.4 0V11l1 1.3H3.3zM6.8 14h2.4',
  compare: 'M6.5 3.5L3 6l3.5 2.5M3 6h7M9.5 7.5L13 10l-3.5 2.5M13 10H6',
  filter: 'M2.5 4h11M4.8 8h6.4M6.8 12h2.4',
  clock: 'M8 2.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM8 5v3.2l2 1.3',
} as const

type IconName = keyof typeof PATHS

/** A line icon of 16 px; decoration only, so the thing it stands on carries the words. */
export const Icon = (props: { name: IconName; class?: string }) => (
  <svg className={`icon ${props.class ?? ''}`.trim()} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={PATHS[props.name]} />
  </svg>
)

/** A bare button that shows nothing but an icon. @param props.label its words, also its `title` unless that is another */
export const IconButton = (props: ComponentProps<'button'> & { icon: IconName; label: string }) => {
  const { icon, label, ...button } = props
  return (
    <button type="button" aria-label={label} title={label} {...button}>
      <Icon name={icon} />
    </button>
  )
}
