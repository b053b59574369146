import { useCallback, useEffect, useRef, useState } from 'react'
import type { CanvasJson } from '#canvases/rules/answers.ts'
import type { CanvasScreen } from '#canvases/rules/screen.ts'
import { sentenceOf } from '../kit/api.ts'
import * as calls from './calls.ts'
import { applied, type Change, inverse, merged, withData } from './canvas-state.ts'

/** What was done, and how it is taken back: the changes of one act. */
type Step = { done: Change[]; back: Change[] }
type Saving = { state: 'saved' | 'saving' } | { state: 'failed'; error: string }

const MOST_STEPS = 100
const AT_ONCE = 4
const AGAIN = 3_000

const idOf = (change: Change): string[] =>
  change.act === 'put'
    ? [change.block.id]
    : change.act === 'remove'
      ? [change.id]
      : change.act === 'place'
        ? change.places.map(({ id }) => id)
        : []

/** A canvas that is changed here, saved by itself, changed by others meanwhile, and refreshed. */
export function useCanvas(screen: CanvasScreen) {
  const [canvas, setCanvas] = useState(screen.canvas)
  const [saving, setSaving] = useState<Saving>({ state: 'saved' })
  const [refreshing, setRefreshing] = useState<ReadonlySet<string>>(new Set())
  const [steps, setSteps] = useState<{ undo: Step[]; redo: Step[] }>({ undo: [], redo: [] })
  const [by, setBy] = useState<string | null>(null)
  const [gone, setGone] = useState(false)
  const { id } = screen.canvas
  const now = useRef({ canvas, queue: [] as Change[], isSaving: false, version: screen.canvas.version })

  const show = useCallback((next: CanvasJson) => {
    now.current.canvas = next
    setCanvas(next)
  }, [])

  const refresh = useCallback(
    async (wanted: string[], force: boolean) => {
      if (wanted.length === 0) return
      setRefreshing((before) => new Set([...before, ...wanted]))
      const next = wanted.values()
      const work = async () => {
        for (const block of next) {
          await calls.refreshBlocks(id, [block], force).then(
            (blocks) => show(withData(now.current.canvas, blocks)),
            (error) => show(withError(now.current.canvas, block, sentenceOf(error))),
          )
          setRefreshing((before) => new Set([...before].filter((one) => one !== block)))
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    },
    [id, show],
  )
  const refreshStale = useCallback(
    (blocks: CanvasJson['blocks']) =>
      refresh(
        blocks.flatMap((one) => (one.data?.stale ? [one.id] : [])),
        false,
      ),
    [refresh],
  )

  const save = useCallback(async () => {
    if (now.current.isSaving) return
    now.current.isSaving = true
    setSaving({ state: 'saving' })
    try {
      for (let change = now.current.queue[0]; change; change = now.current.queue[0]) {
        const made = change.act === 'put' ? await calls.putBlock(id, change.block) : await saved(id, change)
        now.current.queue.shift()
        if (made) {
          show(withData(now.current.canvas, [made]))
          void refreshStale([made])
        }
      }
      setSaving({ state: 'saved' })
    } catch (error) {
      setSaving({ state: 'failed', error: sentenceOf(error) })
    }
    now.current.isSaving = false
  }, [id, show, refreshStale])

  const apply = useCallback(
    (changes: Change[]): Change[] => {
      const back: Change[] = []
      let next = now.current.canvas
      for (const change of changes) {
        const undo = inverse(next, change)
        if (undo) back.unshift(undo)
        next = applied(next, change)
        now.current.queue.push(change)
      }
      show(next)
      void save()
      return back
    },
    [show, save],
  )
  const change = useCallback(
    (...done: Change[]) => {
      const back = apply(done)
      setSteps(({ undo }) => ({ undo: [...undo, { done, back }].slice(-MOST_STEPS), redo: [] }))
    },
    [apply],
  )
  const undo = useCallback(() => {
    const step = steps.undo.at(-1)
    if (!step) return
    apply(step.back)
    setSteps({ undo: steps.undo.slice(0, -1), redo: [...steps.redo, step] })
  }, [steps, apply])
  const redo = useCallback(() => {
    const step = steps.redo.at(-1)
    if (!step) return
    apply(step.done)
    setSteps({ undo: [...steps.undo, step], redo: steps.redo.slice(0, -1) })
  }, [steps, apply])

  const catchUp = useCallback(
    async (version: number) => {
      if (version <= now.current.version) return
      const news = await calls.readCanvas(id, now.current.version)
      if (news.version <= now.current.version) return
      now.current.version = news.version
      const pending = new Set(now.current.queue.flatMap(idOf))
      const before = new Map(now.current.canvas.blocks.map((block) => [block.id, block.updated_at]))
      show(merged(now.current.canvas, news, pending))
      const other = news.blocks.find(
        ({ id, updated_by, updated_at }) => updated_by.id !== screen.userId && before.get(id) !== updated_at,
      )
      if (other) setBy(other.updated_by.name)
      void refreshStale(news.blocks)
    },
    [id, screen.userId, show, refreshStale],
  )
  useEffect(() => {
    const leaving = new AbortController()
    const follow = async () => {
      while (!leaving.signal.aborted) {
        let isGone = false
        const told = {
          onChange: (version: number) => void catchUp(version).catch(() => {}),
          onGone: () => {
            isGone = true
            setGone(true)
          },
        }
        await calls.followCanvas(id, told, leaving.signal).catch(() => {})
        if (isGone) return
        await new Promise((resolve) => setTimeout(resolve, AGAIN))
      }
    }
    void follow()
    return () => leaving.abort()
  }, [id, catchUp])
  const first = useRef(screen.canvas.blocks)
  useEffect(() => void refreshStale(first.current), [refreshStale])
  useEffect(() => {
    if (!by) return
    const timer = setTimeout(() => setBy(null), 8_000)
    return () => clearTimeout(timer)
  }, [by])

  const restore = async (version: string) => {
    const restored = await calls.restoreVersion(id, version)
    now.current.version = restored.version
    show(restored)
    setSteps({ undo: [], redo: [] })
    void refreshStale(restored.blocks)
  }
  return {
    ...{ canvas, saving, refreshing, by, gone, change, undo, redo, save, refresh, restore },
    canUndo: steps.undo.length > 0,
    canRedo: steps.redo.length > 0,
  }
}

async function saved(id: string, change: Exclude<Change, { act: 'put' }>): Promise<null> {
  if (change.act === 'remove') await calls.removeBlock(id, change.id)
  else if (change.act === 'place') await calls.placeBlocks(id, change.places)
  else await calls.changeCanvas(id, change.about)
  return null
}

const withError = (canvas: CanvasJson, id: string, error: string): CanvasJson => ({
  ...canvas,
  blocks: canvas.blocks.map((block) =>
    block.id === id && block.data ? { ...block, data: { ...block.data, error } } : block,
  ),
})

export type CanvasControl = ReturnType<typeof useCanvas>
