import { useReducer, useRef } from 'react'
import { track } from '../kit/track.ts'
import { Control } from './control.ts'
import { sendInParts } from './parts.ts'
import { type Item, itemOf, queueState } from './queue-state.ts'
import { rowsSoFar, send, UploadError, whenRead } from './send.ts'

/** Of a file's name only what kind of file it is. */
const extensionOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'none'

/**
 * Uploads one after the other.
 * @param most bytes of a file at most
 * @param onDone is called after each that ended in the workspace
 */
export function useQueue(workspaceId: string, most: number, onDone: () => void) {
  const [items, dispatch] = useReducer(queueState, [])
  const line = useRef(Promise.resolve())
  const keys = useRef(0)
  const controls = useRef(new Map<number, Control>())
  const controlOf = ({ key }: Pick<Item, 'key'>) => controls.current.get(key) ?? new Control()

  const upload = async ({ key, inParts }: Item, content: File) => {
    const control = controlOf({ key })
    if (control.signal.aborted) return
    dispatch({ type: 'sending', key })
    const counting = setInterval(async () => {
      const rows = await rowsSoFar(workspaceId, content.name).catch(() => null)
      if (rows) dispatch({ type: 'counted', key, rows })
    }, 1000)
    try {
      const onSent = (bytes: number) => dispatch({ type: 'sent', key, bytes, at: performance.now() })
      const sent = inParts
        ? await sendInParts(workspaceId, content, { control, onSent, onState: (type) => dispatch({ type, key }) })
        : await send(workspaceId, content, { onSent, signal: control.signal })
      const file = await whenRead(workspaceId, sent, (rows) => dispatch({ type: 'reading', key, rows }))
      dispatch({ type: 'ready', key, file })
      const about = { file_extension: extensionOf(content.name), size_bytes: content.size }
      track('upload_file', { workspace_id: workspaceId, ...about }, file.id)
      onDone()
    } catch (reason) {
      const error = reason instanceof UploadError ? reason.message : 'The upload failed. Please try again.'
      dispatch({ type: 'failed', key, error })
    } finally {
      clearInterval(counting)
    }
  }

  return {
    items,
    add(contents: File[]) {
      const added = contents.map((content) => itemOf(keys.current++, content, most))
      dispatch({ type: 'added', items: added })
      for (const [at, item] of added.entries()) {
        if (item.state === 'failed') continue
        controls.current.set(item.key, new Control())
        line.current = line.current.then(() => upload(item, contents[at]!))
      }
    },
    cancel(item: Item) {
      controlOf(item).cancel()
      if (item.state === 'waiting') dispatch({ type: 'failed', key: item.key, error: 'Cancelled.' })
    },
    pause(item: Item) {
      controlOf(item).pause()
      dispatch({ type: 'paused', key: item.key })
    },
    resume: (item: Item) => controlOf(item).resume(),
  }
}
