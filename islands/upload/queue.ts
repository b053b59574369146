/** @jsxImportSource react */
import { useCallback, useRef, useState } from 'react'
import type { FileEntity } from '#files/rules/file.ts'
import type { Mark } from '#files/rules/transfer.ts'
import { IN_PARTS_FROM } from '#files/rules/upload.ts'
import { track } from '../kit/track.ts'
import { Control } from './control.ts'
import { sendInParts } from './parts.ts'
import { rowsSoFar, send, UploadError, whenRead } from './send.ts'

export type Item = {
  key: number
  name: string
  size: number
  state: 'waiting' | 'sending' | 'paused' | 'offline' | 'reading' | 'ready' | 'failed'
  /** It is sent in parts: it can be paused and taken up again. */
  inParts: boolean
  marks: Mark[]
  rows: number
  error: string | null
  file: FileEntity | null
  control: Control
}

const MARKS_KEPT = 60

/** Of a file's name only what kind of file it is. */
const extensionOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'none'

/** Uploads one after the other. @param onDone is called after each that ended in the workspace */
export function useQueue(workspaceId: string, most: number, onDone: () => void) {
  const [items, setItems] = useState<Item[]>([])
  const chain = useRef(Promise.resolve())
  const nextKey = useRef(1)
  const change = useCallback((key: number, part: (item: Item) => Partial<Item>) => {
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...part(item) } : item)))
  }, [])

  const run = useCallback(
    async (item: Item, content: File) => {
      if (item.control.signal.aborted) return
      change(item.key, () => ({ state: 'sending' }))
      const asking = setInterval(async () => {
        const rows = await rowsSoFar(workspaceId, content.name).catch(() => null)
        if (rows) change(item.key, (now) => (now.state === 'reading' ? { rows } : {}))
      }, 1000)
      try {
        const onSent = (sent: number) =>
          change(item.key, ({ marks }) => ({
            marks: [...marks, { at: performance.now(), sent }].slice(-MARKS_KEPT),
            state: sent >= content.size ? 'reading' : 'sending',
          }))
        // What was sent before a pause says nothing about the speed after it.
        const onState = (state: 'sending' | 'offline' | 'paused') =>
          change(item.key, (now) => {
            if (now.state === state || (state === 'sending' && now.state === 'reading')) return {}
            return { state, marks: now.marks.slice(-1) }
          })
        const { control } = item
        const answered = item.inParts
          ? await sendInParts(workspaceId, content, { control, onSent, onState })
          : await send(workspaceId, content, { onSent, signal: control.signal })
        const file = await whenRead(workspaceId, answered, (rows) =>
          change(item.key, () => ({ state: 'reading', rows })),
        )
        change(item.key, () => ({ state: 'ready', file }))
        const about = { file_extension: extensionOf(content.name), size_bytes: content.size }
        track('upload_file', { workspace_id: workspaceId, ...about }, file.id)
        onDone()
      } catch (error) {
        const message = error instanceof UploadError ? error.message : 'The upload failed. Please try again.'
        change(item.key, () => ({ state: 'failed', error: message }))
      } finally {
        clearInterval(asking)
      }
    },
    [workspaceId, change, onDone],
  )

  const add = useCallback(
    (contents: File[]) => {
      for (const content of contents) {
        const tooLarge = content.size > most
        const item: Item = {
          key: nextKey.current++,
          name: content.name,
          size: content.size,
          state: tooLarge ? 'failed' : 'waiting',
          marks: [],
          rows: 0,
          error: tooLarge ? 'The file is larger than what can be uploaded. Split it, or pack it with gzip.' : null,
          file: null,
          inParts: content.size >= IN_PARTS_FROM,
          control: new Control(),
        }
        setItems((all) => [...all, item])
        if (!tooLarge) chain.current = chain.current.then(() => run(item, content))
      }
    },
    [most, run],
  )

  const cancel = useCallback(
    (item: Item) => {
      item.control.cancel()
      if (item.state === 'waiting') change(item.key, () => ({ state: 'failed', error: 'Cancelled.' }))
    },
    [change],
  )
  const pause = useCallback(
    (item: Item) => {
      item.control.pause()
      change(item.key, ({ marks }) => ({ state: 'paused', marks: marks.slice(-1) }))
    },
    [change],
  )
  const resume = useCallback((item: Item) => item.control.resume(), [])
  return { items, add, cancel, pause, resume }
}
