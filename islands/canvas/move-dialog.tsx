/** @jsxImportSource react */
import { useId } from 'react'
import type { Tab } from '#canvases/rules/block.ts'
import { CloseButton } from '../kit/icon.tsx'
import { Modal } from '../kit/modal.tsx'

type Props = { name: string; tabs: Tab[]; onChoose: (tab: string) => void; onClose: () => void }

/** To which of the other tabs a block goes. */
export function MoveDialog({ name, tabs, onChoose, onClose }: Props) {
  const id = useId()
  return (
    <Modal open className="dialog pin-dialog" onDismiss={onClose} aria-labelledby={id}>
      <header className="dialog-head">
        <h2 id={id}>Move {name} to</h2>
        <CloseButton onClose={onClose} />
      </header>
      <div className="dialog-body">
        <ul className="pin-list">
          {tabs.map(({ id, name }) => (
            <li key={id}>
              <button type="button" onClick={() => onChoose(id)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
