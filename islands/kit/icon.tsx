/** @jsxImportSource react */
import { ICONS, type IconName } from '#ui/rules/icon.ts'
import { Button } from './parts.tsx'

/** A drawn icon; hidden from screen readers, so text or a label stands beside it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICONS[name]} />
  </svg>
)

export const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <Button look="quiet icon" aria-label="Close" onClick={onClose}>
    <Icon name="cross" />
  </Button>
)
