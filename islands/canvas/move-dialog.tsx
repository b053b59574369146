/** @jsxImportSource react */
import type { Tab } from '#canvases/rules/block.ts'
import { TitledModal } from '../kit/modal.tsx'

type Props = { name: string; tabs: Tab[]; onChoose: (tab: string) => void; onClose: () => void }

/** To which of the other tabs a block goes. */
export function MoveDialog({ name, tabs, onChoose, onClose }: Props) {
  return (
    <TitledModal className="pin-dialog" title={`Move ${name} to`} onClose={onClose}>
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
    </TitledModal>
  )
}
