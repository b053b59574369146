/** @jsxImportSource react */
import { href, urls } from '../../src/urls.ts'
import { Button, Problem } from '../kit/parts.tsx'
import { type Item, isUnderWay } from './queue-state.ts'
import { noteOf } from './words.ts'

type LineProps = { item: Item; onCancel: () => void; onPause: () => void; workspaceId: string }

/** A file of the queue, with what can be done about it. */
export function UploadLine({ item, onCancel, onPause, workspaceId }: LineProps) {
  const sent = item.marks.at(-1)?.sent ?? 0
  const underWay = isUnderWay(item)
  const redirectSignedIn = item.state === 'paused' ? 'Resume' : 'Pause'
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
          <Button look="quiet small" onClick={onPause} aria-label={`${redirectSignedIn} the upload of ${item.name}`}>
            {redirectSignedIn}
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
