import type { ConnectionCard } from '../rules/answers.ts'
import type { ConnectionEngine } from '../rules/connection.ts'
import { SCHEDULES, sourceOf } from '../rules/data-source.ts'
import { SOURCE_MARKS } from '../rules/source-mark.ts'

/** The mark of an engine; its name stands beside it. */
export const SourceMark = ({ engine }: { engine: ConnectionEngine | 'file' }) => {
  const { path, colour } = SOURCE_MARKS[engine]
  return (
    <span class={`source-mark source-mark-${colour}`}>
      <svg class="icon icon-20" viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </span>
  )
}

/** Stands beside the name of an engine that was never run against the real product. */
export const PreviewBadge = () => <span class="badge badge-amber">Preview</span>

export const SourceStatus = ({ source: { status, warnings } }: { source: ConnectionCard }) => (
  <span class="row" data-gap="1">
    {status === 'syncing' && <span class="badge badge-blue">Looking</span>}
    {status === 'ready' && <span class="badge badge-green">Ready</span>}
    {status === 'failed' && <span class="badge badge-red">Failed</span>}
    {warnings.length > 0 && (
      <span class="badge badge-amber">{warnings.length === 1 ? '1 note' : `${warnings.length} notes`}</span>
    )}
  </span>
)

export const labelOf = (engine: ConnectionEngine): string => sourceOf(engine)!.label

export const scheduleText = (minutes: number): string =>
  SCHEDULES.find((schedule) => schedule.minutes === minutes)?.label ?? `Every ${minutes} minutes`
