import { useCallback, useEffect, useRef, useState } from 'react'
import type { CanvasJson } from '#canvases/rules/answers.ts'
import type { FilterValue } from '#canvases/rules/filter.ts'
import { type FilterValues, filtersQuery, filtersText, temporaryPlace } from '#canvases/rules/filter-address.ts'
import { misfit } from '#canvases/rules/parameter-value.ts'
import type { CanvasScreen } from '#canvases/rules/screen.ts'
import { ApiError, sentenceOf } from '../kit/api.ts'
import { listen } from '../kit/listen.ts'
import * as calls from './calls.ts'
import { applied, type Change, inverse, merged, refiltered, withData } from './canvas-state.ts'

/** What was done, and how it is taken back: the changes of one act. */
type Step = { done: Change[]; back: Change[] }
type Saving = { state: 'saved' | 'saving' } | { state: 'failed'; error: string }

const NONE: ReadonlySet<string> = new Set()
const MOST_STEPS = 100
const AT_ONCE = 4
const AGAIN = 3_000
const TAKEN_BACK = 'Not saved, and taken back'
/** Who loses a change reads why, in milliseconds. */
const TOLD_FOR = 30_000

/** A canvas that is changed here, saved by itself, changed by others meanwhile, and refreshed. */
export function useCanvas(screen: CanvasScreen) {
  const [canvas, setCanvas] = useState(screen.canvas)
  const [saving, setSaving] = useState<Saving>({ state: 'saved' })
  const [refreshing, setRefreshing] = useState<ReadonlySet<string>>(new Set())
  const [steps, setSteps] = useState<{ undo: Step[]; redo: Step[] }>({ undo: [], redo: [] })
  const [by, setBy] = useState<string | null>(null)
  const [gone, setGone] = useState(false)
  const [people, setPeople] = useState<calls.Live['people']>([])
  const { id } = screen.canvas
  const [filters, setFilters] = useState(screen.filters)
  /** Blocks that still show what they did under other filters. */
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(NONE)
  const now = useRef({
    ...{ canvas, filters, waiting: NONE, queue: [] as Change[], isSaving: false, version: screen.canvas.version },
  })

  const show = useCallback((next: CanvasJson) => {
    now.current.canvas = next
    setCanvas(next)
  }, [])

  const wait = useCallback((ids: ReadonlySet<string>) => {
    now.current.waiting = ids
    setWaiting(ids)
  }, [])

  const refresh = useCallback(
    async (wanted: string[], force: boolean) => {
      if (wanted.length === 0) return
      setRefreshing((before) => new Set([...before, ...wanted]))
      const next = wanted.values()
      const asked = now.current.filters
      const work = async () => {
        for (const block of next) {
          const found = await calls
            .refreshBlocks(id, { blocks: [block], force, filters: filtersText(asked) })
            .catch((error) => sentenceOf(error))
          // Other filters are set meanwhile: what they show is asked for already.
          if (asked !== now.current.filters) return
          show(
            typeof found === 'string'
              ? withError(now.current.canvas, block, found, now.current.waiting.has(block))
              : withData(now.current.canvas, found),
          )
          setRefreshing((before) => without(before, block))
          wait(without(now.current.waiting, block))
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    },
    [id, show, wait],
  )
  const refreshStale = useCallback(
    (blocks: CanvasJson['blocks']) => {
      const stale = blocks.flatMap((one) => (one.data?.stale ? [one.id] : []))
      return refresh(stale, false)
    },
    [refresh],
  )

  const reload = useCallback(async () => {
    const asked = now.current.filters
    const { blocks } = await calls.readCanvas(id, 0, filtersText(asked))
    if (asked !== now.current.filters) return
    const next = refiltered(now.current.canvas, blocks)
    show(next.canvas)
    setRefreshing(new Set())
    wait(new Set(next.waiting))
    await refreshStale(blocks)
  }, [id, show, wait, refreshStale])
  /** Sets filters, here and in the address: a link carries them. */
  const filter = useCallback(
    async (values: FilterValues) => {
      now.current.filters = values
      setFilters(values)
      // Until it is read what they show now, it is not known of any block that shows data whether it is of these.
      wait(new Set(now.current.canvas.blocks.flatMap(({ id, data }) => (data ? [id] : []))))
      history.replaceState(history.state, '', `${location.pathname}${filtersQuery(values)}${location.hash}`)
      await reload()
    },
    [reload, wait],
  )
  /**
   * Filters or parameters of the board changed: those that are gone, or do not fit any more, are set no more, and the others may reach other
   * blocks.
   */
  const refilter = useCallback(
    async ({ filters: kept, parameters }: Pick<CanvasJson, 'filters' | 'parameters'>, always: boolean) => {
      const known = ([name, value]: [string, FilterValue]) =>
        value.kind === 'parameter'
          ? parameters.some((one) => one.name === name && misfit(one, value.text) === null)
          : temporaryPlace(name) !== null || kept.some((one) => one.id === name && one.kind === value.kind)
      const set = Object.entries(now.current.filters)
      if (set.length > 0 || always) await filter(Object.fromEntries(set.filter(known)))
    },
    [filter],
  )

  const catchUp = useCallback(
    async (version: number) => {
      if (version <= now.current.version) return
      const asked = now.current.filters
      const since = now.current.version
      const news = await calls.readCanvas(id, since, filtersText(asked)).catch((error) => {
        // A filter that is set here was removed.
        if (error instanceof ApiError && error.status === 400) return calls.readCanvas(id, since, '')
        throw error
      })
      // Others read more meanwhile, or the whole is to be read.
      if (news.version <= now.current.version || now.current.version < since) return
      now.current.version = news.version
      const kept = offers(now.current.canvas)
      const before = new Map(now.current.canvas.blocks.map((block) => [block.id, block.updated_at]))
      show(merged(now.current.canvas, news, now.current.queue))
      const other = news.blocks.find(
        ({ id, updated_by, updated_at }) => updated_by.id !== screen.userId && before.get(id) !== updated_at,
      )
      if (other) setBy(other.updated_by.name)
      if (offers(news) === kept) void refreshStale(news.blocks)
      else void refilter(news, true)
    },
    [id, screen.userId, show, refreshStale, refilter],
  )
  const save = useCallback(async () => {
    if (now.current.isSaving) return
    now.current.isSaving = true
    setSaving({ state: 'saving' })
    try {
      for (let change = now.current.queue[0]; change; change = now.current.queue[0]) {
        const made = await calls.saveChange(id, change).catch(refusal)
        now.current.queue.shift()
        if (made instanceof ApiError) {
          // What somebody else removed is removed.
          if (change.act === 'remove' && made.status === 404) continue
          const isApart = ({ done, back }: Step) => ![...done, ...back].includes(change)
          setSteps(({ undo, redo }) => ({ undo: undo.filter(isApart), redo: redo.filter(isApart) }))
          void import('../kit/dialog.ts').then(({ toast }) =>
            toast('error', `${TAKEN_BACK}: ${made.message}`, TOLD_FOR),
          )
          now.current.version = 0
          await catchUp(1)
          continue
        }
        const { filters: kept, parameters } = change.act === 'about' ? change.about : {}
        if (kept || parameters) void refilter(now.current.canvas, parameters !== undefined)
        if (!made) continue
        if (Object.keys(now.current.filters).length > 0) void refresh([made.id], false)
        else {
          show(withData(now.current.canvas, [made]))
          void refreshStale([made])
        }
      }
      setSaving({ state: 'saved' })
    } catch (error) {
      setSaving({ state: 'failed', error: sentenceOf(error) })
    }
    now.current.isSaving = false
  }, [id, show, refresh, refreshStale, refilter, catchUp])

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
  const undo = () => {
    const step = steps.undo.at(-1)
    if (!step) return
    apply(step.back)
    setSteps({ undo: steps.undo.slice(0, -1), redo: [...steps.redo, step] })
  }
  const redo = () => {
    const step = steps.redo.at(-1)
    if (!step) return
    apply(step.done)
    setSteps({ undo: [...steps.undo, step], redo: steps.redo.slice(0, -1) })
  }

  useEffect(() => {
    const leaving = new AbortController()
    let tables: string | null = null
    const follow = async () => {
      while (!leaving.signal.aborted) {
        let isGone = false
        const told = {
          onChange: (now: calls.Live) => {
            setPeople(now.people)
            if (tables !== null && tables !== now.tables) void reload().catch(() => {})
            tables = now.tables
            void catchUp(now.version).catch(() => {})
          },
          onGone: () => {
            isGone = true
            setGone(true)
          },
        }
        await calls.followCanvas(id, told, leaving.signal).catch(() => {})
        setPeople([])
        if (isGone) return
        await new Promise((resolve) => setTimeout(resolve, AGAIN))
      }
    }
    void follow()
    return () => leaving.abort()
  }, [id, catchUp, reload])
  useEffect(() => listen(window, 'beforeunload', (event) => now.current.queue.length > 0 && event.preventDefault()), [])
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
    void refilter(restored, false)
  }
  return {
    ...{ canvas, saving, refreshing, by, gone, people, change, undo, redo, save, refresh, restore },
    ...{ filters, filter, waiting },
    canUndo: steps.undo.length > 0,
    canRedo: steps.redo.length > 0,
  }
}

const offers = ({ filters, parameters }: CanvasJson) => JSON.stringify([filters, parameters])

const without = (all: ReadonlySet<string>, one: string) => new Set([...all].filter((each) => each !== one))

/** Not those that are about who is signed in, or when it is asked: the same change may be saved later. */
const FINAL = new Set([400, 403, 404, 409, 413, 422])
const refusal = (error: unknown): ApiError => {
  if (error instanceof ApiError && FINAL.has(error.status)) return error
  throw error
}

/** A block that could not be refreshed. What it showed under other filters than those that are set would be wrong. */
const withError = (canvas: CanvasJson, id: string, error: string, isWaiting: boolean): CanvasJson => ({
  ...canvas,
  blocks: canvas.blocks.map((block) =>
    block.id === id && block.data
      ? { ...block, data: { ...block.data, error, ...(isWaiting ? { results: [], refreshed_at: null } : {}) } }
      : block,
  ),
})

export type CanvasControl = ReturnType<typeof useCanvas>
