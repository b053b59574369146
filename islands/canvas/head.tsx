/** @jsxImportSource react */
import { type ReactNode, useId, useState } from 'react'
import { minuteText } from '#base/format.ts'
import type { CanvasJson } from '#canvases/rules/answers.ts'
import type { Tab } from '#canvases/rules/block.ts'
import { LIMITS } from '#canvases/rules/board.ts'
import type { CanvasScreen } from '#canvases/rules/screen.ts'
import { href, urls } from '../../src/urls.ts'
import { Icon, IconButton } from '../kit/icon.tsx'
import { DialogFoot, Modal, TitledModal } from '../kit/modal.tsx'
import { Button, Form, InputField, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useHydrated, useLocale } from '../kit/use-browser.ts'
import { useFetched } from '../kit/use-fetched.ts'
import { ShareDialog } from '../share/dialog.tsx'
import { addressFilters } from './address.ts'
import { createCanvas, type Live, newId, readVersions } from './calls.ts'
import { ExportMenu } from './export-menu.tsx'
import type { CanvasControl } from './use-canvas.ts'

/** People who are shown one by one. */
const MOST_SHOWN = 4

type Props = { screen: CanvasScreen; control: CanvasControl; editing: boolean; children: ReactNode }

/** The name of a board, whether it is saved, and what can be done with the whole of it. */
export function CanvasHead({ screen, control, editing, children }: Props) {
  const { canvas, saving, refreshing, by, people } = control
  const hydrated = useHydrated()
  const [versions, setVersions] = useState(false)
  const [renaming, setRenaming] = useState(false)
  const [sharing, setSharing] = useState(false)
  const { busy, error, run } = useAction()
  const data = canvas.blocks.filter((block) => block.data).map(({ id }) => id)
  const copy = () =>
    run(async () => {
      const { id } = await createCanvas(canvas.workspace_id, {
        name: `${canvas.name} (copy)`.slice(0, 120),
        copy_of: canvas.id,
      })
      location.assign(href(urls.canvas, { id }))
    })
  const status =
    saving.state === 'failed'
      ? `Not saved: ${saving.error}`
      : by
        ? `${by} changed this canvas`
        : saving.state === 'saving'
          ? 'Saving …'
          : editing
            ? 'Saved'
            : ''
  return (
    <header className="canvas-head">
      <div>
        <h1>
          {canvas.name}
          {editing && (
            <IconButton icon="pencil" label="Rename this canvas" title="Rename" onClick={() => setRenaming(true)} />
          )}
        </h1>
        {canvas.description && <p>{canvas.description}</p>}
      </div>
      <div className="row" data-gap="2">
        <Others people={people.filter(({ id }) => id !== screen.userId)} />
        <span className="canvas-status" role="status" data-failed={saving.state === 'failed' || undefined}>
          {status}
        </span>
        {saving.state === 'failed' && <Button look="small" onClick={control.save} label="Save again" />}
        {editing && (
          <>
            <IconButton icon="undo" label="Undo" disabled={!control.canUndo} onClick={control.undo} />
            <IconButton icon="redo" label="Redo" disabled={!control.canRedo} onClick={control.redo} />
            <IconButton icon="clock" label="Earlier versions" onClick={() => setVersions(true)} />
            <IconButton icon="share" label="Share this canvas" title="Share" onClick={() => setSharing(true)} />
          </>
        )}
        {data.length > 0 && <ExportMenu id={canvas.id} name={canvas.name} />}
        {hydrated && screen.may.create && (
          <IconButton icon="copy" label="Duplicate this canvas" disabled={busy} onClick={copy} />
        )}
        {hydrated && data.length > 0 && (
          <Button
            onClick={() => control.refresh(data, true)}
            disabled={refreshing.size > 0}
            aria-busy={refreshing.size > 0}
          >
            <Icon name="retry" /> Refresh
          </Button>
        )}
        {children}
      </div>
      <Problem text={error} />
      {versions && <Versions canvas={canvas} onRestore={control.restore} onClose={() => setVersions(false)} />}
      {sharing && (
        <ShareDialog
          thing={{ kind: 'canvas', id: canvas.id, name: canvas.name, workspaceId: canvas.workspace_id }}
          filters={addressFilters()}
          mayLink
          onClose={() => setSharing(false)}
        />
      )}
      {renaming && (
        <Rename
          title="Rename the canvas"
          name={canvas.name}
          onClose={() => setRenaming(false)}
          onSave={(name) => {
            control.change({ act: 'about', about: { name } })
            setRenaming(false)
          }}
        />
      )}
    </header>
  )
}

/** Who else looks at the board now. */
function Others({ people }: { people: Live['people'] }) {
  if (people.length === 0) return null
  const more = people.slice(MOST_SHOWN)
  const names = more.map(({ name }) => name).join(', ')
  return (
    <ul className="canvas-people" aria-label="Also looking at this canvas">
      {people.slice(0, MOST_SHOWN).map(({ id, name }) => (
        <li key={id} className="avatar" title={name}>
          <span aria-hidden="true">{initials(name)}</span>
          <span className="quiet">{name}</span>
        </li>
      ))}
      {more.length > 0 && (
        <li className="avatar" title={names}>
          <span aria-hidden="true">+{more.length}</span>
          <span className="quiet">{names}</span>
        </li>
      )}
    </ul>
  )
}

/** The first letters of the first and the last word. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [...new Set([words[0], words.at(-1)])].map((word) => [...(word ?? '')][0] ?? '').join('')
}

type RenameProps = {
  title: string
  name: string
  onSave: (name: string) => void
  onClose: () => void
  children?: ReactNode
}

function Rename({ title, name: before, onSave, onClose, children }: RenameProps) {
  const [name, setName] = useState(before)
  const id = useId()
  return (
    <Modal open className="dialog" onDismiss={onClose} aria-labelledby={id}>
      <Form onSend={() => onSave(name.trim())}>
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
        </header>
        <div className="dialog-body">
          <InputField label="Name" maxLength={60} required pattern=".*\S.*" value={name} onType={setName} />
        </div>
        <DialogFoot onClose={onClose}>{children}</DialogFoot>
      </Form>
    </Modal>
  )
}

type VersionsProps = { canvas: CanvasJson; onRestore: (id: string) => Promise<void>; onClose: () => void }

function Versions({ canvas, onRestore, onClose }: VersionsProps) {
  const [all] = useFetched(canvas.id, () => readVersions(canvas.id))
  const { busy, error, run } = useAction()
  const locale = useLocale()
  const restore = async (version: string) => {
    if (await run(() => onRestore(version))) onClose()
  }
  return (
    <TitledModal className="pin-dialog" title="Earlier versions" onClose={onClose}>
      <div className="dialog-body">
        {all === null && <p>Loading …</p>}
        {all?.length === 0 && <p>There is no earlier version yet: one is kept before each round of changes.</p>}
        <ul className="canvas-versions">
          {all?.map((version) => (
            <li key={version.id}>
              <span>
                {minuteText(version.created_at, locale)} UTC
                <small>
                  {version.by.name} · {version.blocks} {version.blocks === 1 ? 'block' : 'blocks'}
                </small>
              </span>
              <Button look="small" disabled={busy} onClick={() => restore(version.id)} label="Restore" />
            </li>
          ))}
        </ul>
        <Problem text={error} />
      </div>
    </TitledModal>
  )
}

type TabsProps = {
  canvas: CanvasJson
  tab: string
  onTab: (id: string) => void
  editing: boolean
  onChange: (tabs: Tab[]) => void
}

/** The tabs of a board; one alone is shown to those who may add others. */
export function CanvasTabs({ canvas: { tabs }, tab, onTab, editing, onChange }: TabsProps) {
  const [renamed, setRenamed] = useState<Tab | null>(null)
  if (tabs.length === 1 && !editing) return null
  const add = () => {
    const id = newId()
    onChange([...tabs, { id, name: `Tab ${tabs.length + 1}` }])
    onTab(id)
  }
  return (
    <nav className="tabs canvas-tabs" aria-label="Tabs of this canvas">
      {tabs.map((one) => (
        <button
          key={one.id}
          type="button"
          aria-current={one.id === tab ? 'page' : undefined}
          onClick={() => onTab(one.id)}
        >
          {one.name}
        </button>
      ))}
      {editing && (
        <>
          <IconButton
            icon="pencil"
            label="Rename or remove this tab"
            title="Rename or remove this tab"
            onClick={() => setRenamed(tabs.find(({ id }) => id === tab) ?? null)}
          />
          {tabs.length < LIMITS.tabs && <IconButton icon="plus" label="Add a tab" onClick={add} />}
        </>
      )}
      {renamed && (
        <Rename
          title="Change the tab"
          name={renamed.name}
          onClose={() => setRenamed(null)}
          onSave={(name) => {
            onChange(tabs.map((one) => (one.id === renamed.id ? { ...one, name } : one)))
            setRenamed(null)
          }}
        >
          {tabs.length > 1 && (
            <Button
              look="danger"
              onClick={() => {
                onChange(tabs.filter(({ id }) => id !== renamed.id))
                setRenamed(null)
              }}
              label="Remove the tab"
            />
          )}
        </Rename>
      )}
    </nav>
  )
}
