/** @jsxImportSource react */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { BlockJson } from '#canvases/rules/answers.ts'
import type { Block, Tab } from '#canvases/rules/block.ts'
import { blockName, KIND_NAMES } from '#canvases/rules/block-name.ts'
import { filtersText } from '#canvases/rules/filter-address.ts'
import { filterName } from '#canvases/rules/filter-words.ts'
import { freePlace, SIZES } from '#canvases/rules/layout.ts'
import { MOST_PARAMETERS, type Parameter } from '#canvases/rules/parameter-value.ts'
import type { CanvasScreen } from '#canvases/rules/screen.ts'
import { statementsOf } from '#canvases/rules/statements.ts'
import type { Wish } from '#chat/rules/wish.ts'
import { placeholders } from '#connections/rules/placeholder.ts'
import type { CellPlace } from '#query/rules/place.ts'
import { WORKSPACE_SOURCE } from '#query/rules/result.ts'
import { href, urls } from '../src/urls.ts'
import { BlockView } from './canvas/block-view.tsx'
import { Board } from './canvas/board.tsx'
import { newId } from './canvas/calls.ts'
import { EditBlock, type Edited, editedOf } from './canvas/edit-block.tsx'
import { FilterBar } from './canvas/filter-bar.tsx'
import { CanvasHead, CanvasTabs } from './canvas/head.tsx'
import { MarkDialog, type Marked } from './canvas/mark-dialog.tsx'
import { MoveDialog } from './canvas/move-dialog.tsx'
import { ParameterDialog } from './canvas/parameter-dialog.tsx'
import { useCanvas } from './canvas/use-canvas.ts'
import { WatchDialog } from './canvas/watch-dialog.tsx'
import { takeWished } from './canvas/wished.ts'
import { Evidence } from './chat/evidence-card.tsx'
import { LinkHostsContext, WorkspaceContext } from './chat/workspace.ts'
import { placeWords } from './comments/cells.ts'
import { CommentButton, CommentsDialog } from './comments/dialog.tsx'
import { useComments } from './comments/use-comments.ts'
import { apiAddress } from './kit/api-address.ts'
import { Icon, IconButton } from './kit/icon.tsx'
import { listen } from './kit/listen.ts'
import { Button } from './kit/parts.tsx'
import { useHydrated, useNow } from './kit/use-browser.ts'

/** What blocks hold at first. */
const STATEMENT = { title: '', sql: '', source: WORKSPACE_SOURCE }
const BEGINNINGS = {
  ...{ chart: STATEMENT, grid: STATEMENT, kpi: STATEMENT },
  text: { text: '' },
  heading: { text: '' },
  image: { data: '', alt: '' },
} as const
/** Kinds with one result, whose numbers can be watched. */
const WATCHABLE = new Set<BlockJson['kind']>(['chart', 'grid', 'kpi'])
const ADDED = ['chart', 'grid', 'kpi', 'text', 'heading', 'image', 'divider'] as const

/** A board: what stands on it is refreshed, moved and changed here, and seen by everybody who looks. */
export default function Canvas(screen: CanvasScreen) {
  const control = useCanvas(screen)
  const { canvas, change, undo, redo, refreshing } = control
  const hydrated = useHydrated()
  const now = useNow(screen.now)
  const [tab, setTab] = useState(canvas.tabs[0]!.id)
  const [edited, setEdited] = useState<Edited | null>(null)
  /** What a watch is made of: a block, or the whole canvas. */
  const [watched, setWatched] = useState<{ block: BlockJson | null } | null>(null)
  /** What was wished in the chat of a block that was pinned there. */
  const [wished, setWished] = useState<{ block: string; wish: Wish } | null>(null)
  useEffect(() => setWished(takeWished(screen.canvas.id)), [screen.canvas.id])
  // The numbers of a block are chosen from what it shows.
  const wishedBlock = wished?.wish.condition
    ? canvas.blocks.find(({ id, data }) => id === wished.block && data?.results.length)
    : null
  const commenting = useComments('canvas', canvas.id, canvas.version)
  const [commented, setCommented] = useState<{ id: string; cell: CellPlace | null } | null>(null)
  const commentedBlock = canvas.blocks.find(({ id }) => id === commented?.id)
  const [moving, setMoving] = useState<BlockJson | null>(null)
  const [marked, setMarked] = useState<Marked | null>(null)
  /** The parameter that is added for a statement which names it. */
  const [wanted, setWanted] = useState<string | null>(null)
  const editing = hydrated && screen.may.update && !control.gone
  const shownTab = canvas.tabs.some(({ id }) => id === tab) ? tab : canvas.tabs[0]!.id
  const blocks = useMemo(() => canvas.blocks.filter((block) => block.tab === shownTab), [canvas.blocks, shownTab])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const typing =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable], dialog')
    if (!editing || typing || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    if (event.shiftKey) redo()
    else undo()
  })
  useEffect(() => listen(window, 'keydown', onKey), [])

  const nameOfFilter = (id: string) => filterName(canvas, id)
  const put = (made: Pick<Block, 'kind' | 'content'>) => {
    const there = canvas.blocks.find(({ id }) => id === edited?.id)
    const size = { tab: shownTab, ...SIZES[made.kind] }
    const place = there ?? { id: newId(), ...size, ...freePlace(canvas.blocks, size) }
    const { id, tab, x, y, w, h } = place
    change({ act: 'put', block: { id, tab, x, y, w, h, ...made } })
    setEdited(null)
  }
  /** What stands on a tab that goes away goes below what stands on the first. */
  const changeTabs = (tabs: Tab[]) => {
    const first = tabs[0]!.id
    const homeless = canvas.blocks.filter((block) => !tabs.some(({ id }) => id === block.tab))
    const here = canvas.blocks.filter((block) => block.tab === first)
    const below = Math.max(0, ...here.map(({ y, h }) => y + h))
    const places = homeless.map(({ id, x, y, w, h }) => ({ id, tab: first, x, y: below + y, w, h }))
    change(...(places.length > 0 ? [{ act: 'place' as const, places }] : []), { act: 'about', about: { tabs } })
  }
  const add = (kind: (typeof ADDED)[number]) =>
    kind === 'divider'
      ? put({ kind, content: {} })
      : setEdited({ id: null, kind, content: BEGINNINGS[kind] as Block['content'], result: null })
  const copy = (block: BlockJson) => {
    const size = { tab: block.tab, w: block.w, h: block.h }
    const { kind, content } = editedOf(block)
    change({ act: 'put', block: { id: newId(), ...size, ...freePlace(canvas.blocks, size), kind, content } })
  }
  const watching = { canvas, watch: null, workspaceId: canvas.workspace_id, userId: screen.userId }
  return (
    <WorkspaceContext value={canvas.workspace_id}>
      <LinkHostsContext value={screen.linkHosts}>
        <Evidence now={now}>
          <div className="canvas">
            <CanvasHead {...{ screen, control, editing }}>
              {editing && (
                <>
                  <Button onClick={() => setWatched({ block: null })}>
                    <Icon name="clock" /> Schedule
                  </Button>
                  <AddMenu onAdd={add} />
                </>
              )}
            </CanvasHead>
            {control.gone && (
              <p className="notice" role="alert">
                Somebody deleted this canvas. What you see is no longer kept.
              </p>
            )}
            <FilterBar {...{ control, editing }} wrong={screen.wrongFilters} />
            <CanvasTabs canvas={canvas} tab={shownTab} onTab={setTab} editing={editing} onChange={changeTabs} />
            {blocks.length === 0 ? (
              <div className="empty">
                <h2>Nothing stands here yet</h2>
                <p>
                  {editing
                    ? 'Add a block, or pin a chart, a table or a number of an answer in the chat.'
                    : 'Whoever may change this canvas has not added anything.'}
                </p>
              </div>
            ) : (
              <Board
                blocks={blocks}
                editing={editing}
                nameOf={blockName}
                onPlace={(places) => change({ act: 'place', places })}
              >
                {(block) => (
                  <>
                    <BlockView
                      block={block}
                      busy={refreshing.has(block.id)}
                      waiting={control.waiting.has(block.id)}
                      now={now}
                      nameOf={nameOfFilter}
                      comments={commenting.comments}
                      onMark={(cells, column) => setMarked({ block, cells, column })}
                      onRefresh={() => control.refresh([block.id], true)}
                    />
                    {hydrated && block.kind !== 'divider' && (
                      <CommentButton
                        className="canvas-comment"
                        partId={block.id}
                        name={blockName(block)}
                        comments={commenting.comments}
                        onOpen={() => setCommented({ id: block.id, cell: null })}
                      />
                    )}
                    {hydrated && (
                      <BlockMenu
                        block={block}
                        canvasId={canvas.id}
                        filters={filtersText(control.filters)}
                        onMark={
                          block.data?.results[0] && block.kind !== 'prose'
                            ? () => setMarked({ block, cells: null })
                            : null
                        }
                        {...(editing
                          ? {
                              onEdit:
                                block.kind === 'divider' || block.kind === 'prose'
                                  ? null
                                  : () => setEdited(editedOf(block)),
                              wanted: wantedBy(block, canvas.parameters),
                              onWanted: setWanted,
                              onWatch: WATCHABLE.has(block.kind) ? () => setWatched({ block }) : null,
                              onCopy: () => copy(block),
                              onMove: canvas.tabs.length > 1 ? () => setMoving(block) : null,
                              onRemove: () => change({ act: 'remove', id: block.id }),
                            }
                          : {})}
                      />
                    )}
                  </>
                )}
              </Board>
            )}
            {commentedBlock && (
              <CommentsDialog
                {...{ workspaceId: canvas.workspace_id, control: commenting, now }}
                partId={commentedBlock.id}
                name={blockName(commentedBlock)}
                placeWords={(cell) => placeWords(commentedBlock.data?.results ?? [], cell)}
                cell={commented!.cell}
                mayComment={screen.may.comment}
                onClose={() => setCommented(null)}
              />
            )}
            {moving && (
              <MoveDialog
                name={blockName(moving)}
                tabs={canvas.tabs.filter(({ id }) => id !== moving.tab)}
                onChoose={(tab) => {
                  const size = { tab, w: moving.w, h: moving.h }
                  change({ act: 'place', places: [{ id: moving.id, ...size, ...freePlace(canvas.blocks, size) }] })
                  setMoving(null)
                }}
                onClose={() => setMoving(null)}
              />
            )}
            {marked && (
              <MarkDialog
                {...{ marked, control }}
                nameOf={nameOfFilter}
                onComment={
                  screen.may.comment
                    ? (cell) => {
                        setCommented({ id: marked.block.id, cell })
                        setMarked(null)
                      }
                    : null
                }
                onClose={() => setMarked(null)}
              />
            )}
            {wanted !== null && (
              <ParameterDialog
                {...{ canvas, parameter: null, named: wanted }}
                onSave={(made) => {
                  change({ act: 'about', about: { parameters: [...canvas.parameters, made] } })
                  setWanted(null)
                }}
                onRemove={() => setWanted(null)}
                onClose={() => setWanted(null)}
              />
            )}
            {watched && <WatchDialog {...watching} block={watched.block} onClose={() => setWatched(null)} />}
            {editing && wished && wishedBlock !== undefined && (
              <WatchDialog {...watching} block={wishedBlock} wish={wished.wish} onClose={() => setWished(null)} />
            )}
            {edited && (
              <EditBlock
                {...{ edited, canvas }}
                filters={control.filters}
                onSave={put}
                onClose={() => setEdited(null)}
              />
            )}
          </div>
        </Evidence>
      </LinkHostsContext>
    </WorkspaceContext>
  )
}

function AddMenu({ onAdd }: { onAdd: (kind: (typeof ADDED)[number]) => void }) {
  const menu = useRef<HTMLDetailsElement>(null)
  return (
    <details className="menu" ref={menu}>
      <summary className="button button-primary">
        <Icon name="plus" /> Add
      </summary>
      <div className="menu-list">
        {ADDED.map((kind) => (
          <button
            key={kind}
            type="button"
            onClick={() => {
              if (menu.current) menu.current.open = false
              onAdd(kind)
            }}
          >
            {KIND_NAMES[kind]}
          </button>
        ))}
      </div>
    </details>
  )
}

/** Parameters that the statements of a block name and the board has not: why they could not be run. */
const wantedBy = (block: BlockJson, parameters: Parameter[]): string[] =>
  block.data?.error && parameters.length < MOST_PARAMETERS
    ? [
        ...new Set(
          statementsOf(block as Pick<Block, 'content'>).flatMap(({ sql }) => placeholders(sql).map(({ name }) => name)),
        ),
      ].filter((name) => !parameters.some((one) => one.name === name))
    : []

type MenuProps = {
  block: BlockJson
  canvasId: string
  /** As addresses have them. */
  filters: string
  onMark: (() => void) | null
  onEdit?: (() => void) | null
  wanted?: string[]
  onWanted?: (name: string) => void
  onWatch?: (() => void) | null
  onCopy?: () => void
  onMove?: (() => void) | null
  onRemove?: () => void
}

function BlockMenu(props: MenuProps) {
  const { block, canvasId, filters, onMark, onEdit, wanted = [], onWanted, onWatch, onCopy, onMove, onRemove } = props
  const name = blockName(block)
  const acts = [
    {
      icon: 'filter',
      label: `Filter by ${name} or show its rows`,
      title: 'Filter by this, or show its rows',
      onClick: onMark,
    },
    { icon: 'pencil', label: `Change ${name}`, title: 'Change', onClick: onEdit },
    { icon: 'bell', label: `Watch ${name}`, title: 'Watch', onClick: onWatch },
    { icon: 'copy', label: `Duplicate ${name}`, title: 'Duplicate', onClick: onCopy },
    { icon: 'next', label: `Move ${name} to another tab`, title: 'Move to another tab', onClick: onMove },
    { icon: 'trash', label: `Remove ${name}`, title: 'Remove', onClick: onRemove },
  ] as const
  return (
    <div className="canvas-acts">
      {block.data?.results[0] && (
        <form
          method="post"
          action={href(urls.canvasBlockRerun, { id: canvasId, blockId: block.id })}
          target="_blank"
          rel="noopener"
        >
          <input type="hidden" name="filters" value={filters} />
          <IconButton type="submit" icon="compare" label={`What changed in ${name}?`} title="What changed?" />
        </form>
      )}
      {block.data?.results[0] && block.kind === 'chart' && (
        <a
          href={apiAddress(href(urls.apiCanvasPicture, { id: canvasId, blockId: block.id }, { filters }))}
          download
          aria-label={`Save ${name} as a picture`}
          title="Save as a picture"
        >
          <Icon name="download" />
        </a>
      )}
      {wanted.map((parameter) => (
        <IconButton
          key={parameter}
          icon="plus"
          label={`Add the parameter ${parameter} for ${name}`}
          title={`Add the parameter ${parameter}`}
          onClick={() => onWanted?.(parameter)}
        />
      ))}
      {acts.map(({ onClick, ...act }) => onClick && <IconButton key={act.icon} {...act} onClick={onClick} />)}
    </div>
  )
}
