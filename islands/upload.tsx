/** @jsxImportSource react */
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { bytesText, limitText } from '#files/rules/transfer.ts'
import { href, urls } from '../src/urls.ts'
import { Button, Problem } from './kit/parts.tsx'
import { redraw } from './kit/read-page.ts'
import { useFetched } from './kit/use-fetched.ts'
import { type Item, isUnderWay } from './upload/queue-state.ts'
import { discard, unfinishedOf } from './upload/unfinished.ts'
import { useQueue } from './upload/use-queue.ts'
import { announcement, noteOf } from './upload/words.ts'

export type UploadProps = { workspaceId: string; maxMb: number; accept: string }

/** Drop zone for files; without script it is a plain form that uploads one. */
export default function Upload({ workspaceId, maxMb, accept }: UploadProps) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { items, add, cancel, pause, resume } = useQueue(
    workspaceId,
    maxMb * 1_048_576,
    () => void redraw('#files, #storage, #data-actions'),
  )
  const [unfinished, setUnfinished] = useFetched(workspaceId, () => unfinishedOf(workspaceId))
  // One that was chosen again stands among the others.
  const open = (unfinished ?? []).filter(
    ({ name, size }) => !items.some((item) => item.name === name && item.size === size),
  )
  const discardUpload = (id: string) => {
    setUnfinished((all) => all?.filter((one) => one.id !== id) ?? null)
    void discard(workspaceId, id)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    add([...(event.target.files ?? [])])
    event.target.value = ''
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') add([...event.dataTransfer.files])
  }
  return (
    <div className="upload">
      <form
        className="drop"
        method="post"
        encType="multipart/form-data"
        action={href(urls.workspaceFiles, { id: workspaceId })}
        data-over={over ? '' : undefined}
        onDrop={drag}
        onDragOver={drag}
        onDragLeave={drag}
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
          <Button type="submit" look="primary" label="Upload" />
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
                <Button look="small" onClick={() => input.current?.click()} aria-label={`Choose it again: ${name}`}>
                  Choose it again
                </Button>
                <Button
                  look="quiet small"
                  onClick={() => discardUpload(id)}
                  aria-label={`Discard the upload of ${name}`}
                  label="Discard"
                />
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

/** A file of the queue, with what can be done about it. */
function UploadLine({ item, onCancel, onPause, workspaceId }: LineProps) {
  const sent = item.marks.at(-1)?.sent ?? 0
  const underWay = isUnderWay(item)
  const change = item.state === 'paused' ? 'Resume' : 'Pause'
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
          <Button look="quiet small" onClick={onPause} aria-label={`${change} the upload of ${item.name}`}>
            {change}
          </Button>
        )}
        {(item.state === 'waiting' || underWay) && (
          <Button look="quiet small" onClick={onCancel} aria-label={`Cancel the upload of ${item.name}`}>
            Cancel
          </Button>
        )}
      </div>
      {underWay && <progress max={item.size || 1} value={sent} aria-label={`Upload of ${item.name}`} />}
      {item.state === 'reading' && <progress aria-label={`Reading ${item.name}`} />}
      <Problem text={item.error} />
    </li>
  )
}
