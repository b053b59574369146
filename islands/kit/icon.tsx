/** @jsxImportSource react */
import type { ComponentProps } from 'react'
import { ICONS, type IconName } from '#ui/rules/icon.ts'
import { Button } from './parts.tsx'

/** A drawn icon; hidden from screen readers, so text or a label stands beside it. */
export const Icon = (props: { name: IconName; class?: string }) => (
  <svg className={`icon ${props.class ?? ''}`.trim()} viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICONS[props.name]} />
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

export const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <Button look="quiet icon" aria-label="Close" onClick={onClose}>
    <Icon name="cross" />
  </Button>
)
