import { useCallback, useEffect, useRef, useState } from 'react'
import type { EditorScreen } from '#query/rules/editor.ts'
import { type Draft, type Drafts, keepDrafts, MOST_DRAFTS, newDraft, readDrafts } from './drafts.ts'

/** Longest that what is typed is not kept yet, in milliseconds. */
const SOON = 400

/**
 * The tabs of the editor, kept in this browser. The first paint shows what the page came with; what was kept joins it once the
 * island is awake.
 */
export function useDrafts({ workspaceId, sql, source, given }: EditorScreen) {
  const first: Draft = { id: 'first', source, sql }
  const [drafts, setDrafts] = useState<Drafts>({ list: [first], active: first.id })
  const awake = useRef(false)
  const active = drafts.list.find(({ id }) => id === drafts.active) ?? drafts.list[0]!

  useEffect(() => {
    const kept = readDrafts(workspaceId)
    awake.current = true
    if (!kept) return
    setDrafts((now) => {
      // Somebody was faster than the island and has typed already.
      const typed = now.list.length > 1 || now.list[0]!.sql !== sql
      return given || typed ? now.list.reduce(opened, kept) : kept
    })
  }, [workspaceId, given, sql])
  useEffect(() => {
    if (!awake.current) return
    const timer = setTimeout(() => keepDrafts(workspaceId, drafts), SOON)
    const leave = () => keepDrafts(workspaceId, drafts)
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', leave)
    }
  }, [workspaceId, drafts])

  const change = useCallback(
    (part: Partial<Draft>) =>
      setDrafts((now) => ({
        ...now,
        list: now.list.map((one) => (one.id === now.active ? { ...one, ...part } : one)),
      })),
    [],
  )
  const open = useCallback((draft: Draft) => setDrafts((now) => opened(now, draft)), [])
  const close = useCallback(
    (id: string) =>
      setDrafts((now) => {
        const at = now.list.findIndex((one) => one.id === id)
        const list = now.list.filter((one) => one.id !== id)
        if (list.length === 0) list.push(newDraft('workspace'))
        const next = list[Math.min(at, list.length - 1)]!.id
        return { list, active: now.active === id ? next : now.active }
      }),
    [],
  )
  const choose = useCallback((id: string) => setDrafts((now) => ({ ...now, active: id })), [])
  return { drafts, active, change, open, close, choose }
}

/** A tab more, unless there is one with the same text; an empty one is used again. */
function opened(drafts: Drafts, draft: Draft): Drafts {
  const same = draft.sql !== '' && drafts.list.find(({ sql, source }) => sql === draft.sql && source === draft.source)
  if (same) return { ...drafts, active: same.id }
  const here = drafts.list.find(({ id }) => id === drafts.active)
  const id = drafts.list.some((one) => one.id === draft.id) ? newDraft('workspace').id : draft.id
  const added = { ...draft, id }
  if (here && here.sql.trim() === '' && draft.sql !== '')
    return { list: drafts.list.map((one) => (one === here ? added : one)), active: id }
  return { list: [...drafts.list, added].slice(-MOST_DRAFTS), active: id }
}
