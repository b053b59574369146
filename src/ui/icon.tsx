import { ICONS, type IconName } from './rules/icon.ts'

/** A drawn icon; hidden from screen readers, so text or a label stands beside it. `size` 16 (default) or 20 px. */
export const Icon = (props: { name: IconName; size?: 20 }) => (
  <svg class={props.size ? 'icon icon-20' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICONS[props.name]} />
  </svg>
)
