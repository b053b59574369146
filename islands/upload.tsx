/** @jsxImportSource react */
import { type ChangeEvent, type DragEvent, useCallback, useEffect, useRef, useState } from 'react'
import * as format from '#base/format.ts'
import { bytesText, limitText, rateOf, timeLeft } from '#files/rules/transfer.ts'
import { href, urls } from '../src/urls.ts'
import { region } from './kit/region.ts'
import { type Item, useQueue } from './upload/queue.ts'
import { discard, type Unfinished, unfinishedOf } from './upload/unfinished.ts'

export type UploadProps = { workspaceId: string; maxMb: number; accept: string }

/** Drop zone for files; without script it is a plain form that uploads one. */
export default function Upload({ workspaceId, maxMb, accept }: UploadProps) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const onDone = useCallback(() => void refreshFiles(), [])
  const { items, add, cancel, pause, resume } = useQueue(workspaceId, maxMb * 1_048_576, onDone)
  const [unfinished, setUnfinished] = useState<Unfinished[]>([])
  useEffect(() => {
    unfinishedOf(workspaceId).then(setUnfinished, () => {})
  }, [workspaceId])
  // One that was chosen again stands among the others.
  const open = unfinished.filter(({ name, size }) => !items.some((item) => item.name === name && item.size === size))
  const giveUp = (id: string) => {
    setUnfinished((all) => all.filter((one) => one.id !== id))
    void discard(workspaceId, id)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    add([...(event.target.files ?? [])])
    event.target.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div className="upload">
      <form
        className="drop"
        method="post"
        encType="multipart/form-data"
        action={href(urls.workspaceFiles, { id: workspaceId })}
        data-over={over ? '' : undefined}
        onDrop={drop}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
      >
        <svg className="icon upload-icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 15V4m0 0L7.5 8.5M12 4l4.5 4.5M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3" />
        </svg>
        <strong>Drop files here</strong>
        <p className="muted small">
          CSV, TSV, Excel, JSON, Parquet or SQLite, also packed (gzip, zstd, ZIP), up to {limitText(maxMb)} each
        </p>
        <label className="button upload-choose">
          Choose files
          <input
            ref={input}
            className="upload-input"
            type="file"
            name="file"
            accept={accept}
            multiple
            onChange={choose}
          />
        </label>
        <noscript>
          <button className="button button-primary" type="submit">
            Upload
          </button>
        </noscript>
      </form>
      {open.length > 0 && (
        <ul className="upload-list" aria-label="Unfinished uploads">
          {open.map(({ id, name, size, offset }) => (
            <li key={id} className="upload-line">
              <div className="upload-head">
                <span className="truncate">{name}</span>
                <span className="upload-note num">
                  {bytesText(offset)} of {bytesText(size)} are there
                </span>
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => input.current?.click()}
                  aria-label={`Choose it again: ${name}`}
                >
                  Choose it again
                </button>
                <button
                  type="button"
                  className="button button-quiet button-small"
                  onClick={() => giveUp(id)}
                  aria-label={`Discard the upload of ${name}`}
                >
                  Discard
                </button>
              </div>
              <progress max={size} value={offset} aria-label={`Upload of ${name}`} />
              <p className="muted small">This upload was interrupted. Choose the same file and it goes on from here.</p>
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && (
        <ul className="upload-list" aria-label="Uploads">
          {items.map((item) => (
            <UploadLine
              key={item.key}
              item={item}
              onCancel={() => cancel(item)}
              onPause={() => (item.state === 'paused' ? resume(item) : pause(item))}
              workspaceId={workspaceId}
            />
          ))}
        </ul>
      )}
      <p className="hidden" role="status">
        {announcement(items.at(-1))}
      </p>
    </div>
  )
}

type LineProps = { item: Item; onCancel: () => void; onPause: () => void; workspaceId: string }

const UNDER_WAY: Item['state'][] = ['sending', 'paused', 'offline']

function UploadLine({ item, onCancel, onPause, workspaceId }: LineProps) {
  const sent = item.marks.at(-1)?.sent ?? 0
  const underWay = UNDER_WAY.includes(item.state)
  const cancellable = item.state === 'waiting' || underWay
  return (
    <li className="upload-line" data-state={item.state}>
      <div className="upload-head">
        <span className="truncate">
          {item.file ? (
            <a href={href(urls.workspaceFile, { id: workspaceId, fileId: item.file.id })}>{item.name}</a>
          ) : (
            item.name
          )}
        </span>
        <span className="upload-note num">{noteOf(item, sent)}</span>
        {item.inParts && underWay && (
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={onPause}
            aria-label={`${item.state === 'paused' ? 'Resume' : 'Pause'} the upload of ${item.name}`}
          >
            {item.state === 'paused' ? 'Resume' : 'Pause'}
          </button>
        )}
        {cancellable && (
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={onCancel}
            aria-label={`Cancel the upload of ${item.name}`}
          >
            Cancel
          </button>
        )}
      </div>
      {underWay && <progress max={item.size || 1} value={sent} aria-label={`Upload of ${item.name}`} />}
      {item.state === 'reading' && <progress aria-label={`Reading ${item.name}`} />}
      {item.error && (
        <p className="error" role="alert">
          {item.error}
        </p>
      )}
    </li>
  )
}

/** Nothing is in the queue before the browser runs. */
const counted = (count: number, one: string) => format.counted(count, one, undefined, region())

function noteOf(item: Item, sent: number): string {
  switch (item.state) {
    case 'waiting':
      return `Waiting · ${bytesText(item.size)}`
    case 'sending': {
      const rate = rateOf(item.marks)
      const parts = [
        `${bytesText(sent)} of ${bytesText(item.size)}`,
        rate ? `${bytesText(rate)}/s` : '',
        timeLeft(item.size - sent, rate),
      ]
      return parts.filter(Boolean).join(' · ')
    }
    case 'paused':
      return `Paused · ${bytesText(sent)} of ${bytesText(item.size)}`
    case 'offline':
      return `Waiting for the connection · ${bytesText(sent)} of ${bytesText(item.size)}`
    case 'reading':
      return item.rows > 0 ? `Reading · ${counted(item.rows, 'row')} so far` : 'Uploaded · reading rows'
    case 'failed':
      return item.error === 'Cancelled.' ? '' : 'Not added'
    case 'ready': {
      const { tables, rejected, version } = item.file!
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const parts = [
        counted(rows, 'row'),
        tables.length > 1 ? counted(tables.length, 'table') : '',
        version > 1 ? `version ${version}` : '',
      ]
      if (rejected.rows > 0) parts.push(`${counted(rejected.rows, 'row')} rejected`)
      return `Ready · ${parts.filter(Boolean).join(' · ')}`
    }
  }
}

function announcement(item: Item | undefined): string {
  if (!item || item.state === 'sending' || item.state === 'waiting') return ''
  if (item.state === 'offline') return `Waiting for the connection to send ${item.name}`
  if (item.state === 'paused') return `${item.name} is paused`
  return item.state === 'reading' ? `Reading ${item.name}` : `${item.name}: ${noteOf(item, 0)}`
}

/** The list of files below is drawn by the server; its newest state takes the place of the one shown. */
async function refreshFiles() {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.querySelector('#files')
  if (fresh) document.querySelector('#files')?.replaceWith(fresh)
}
