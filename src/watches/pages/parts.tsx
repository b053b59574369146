import { Minute } from '#ui/format.tsx'
import { PostButton, type Question } from '#ui/post-button.tsx'
import { href, messageHref, urls } from '../../urls.ts'
import type { ListedWatch, WatchRun } from '../watches.ts'

export const RUN_TEXTS: Record<WatchRun['status'], string> = {
  running: 'Running',
  sent: 'Sent',
  quiet: 'Nothing to tell',
  failed: 'Failed',
  interrupted: 'Interrupted, and done again',
}

const LABELS = {
  run: 'Run now',
  pause: 'Pause',
  resume: 'Resume',
  day: 'Snooze for a day',
  week: 'Snooze for a week',
  wake: 'End snoozing',
  allow: 'Allow outside addresses',
  remove: 'Delete',
} as const
export type Act = keyof typeof LABELS
export const ACTS = Object.keys(LABELS) as [Act, ...Act[]]

type ActsProps = { workspaceId: string; watch: Pick<ListedWatch, 'id' | 'name'>; acts: Act[] }

/** Asks before something is deleted. */
export const deleting = (name: string, message: string): Question => ({
  ...{ title: `Delete ${name}?`, message, action: 'Delete', type: 'danger' },
})

/** What can be done with a watch, each as a button of one form. */
export const Acts = ({ workspaceId, watch, acts }: ActsProps) => (
  <div class="form-actions">
    {acts.map((act) => (
      <PostButton
        to={href(urls.workspaceWatchAct, { id: workspaceId, watchId: watch.id })}
        fields={{ act }}
        ask={act === 'remove' ? deleting(watch.name, 'What is known of its runs goes with it.') : undefined}
        look={act === 'remove' ? 'quiet small' : 'small'}
        label={LABELS[act]}
        aria-label={`${LABELS[act]}: ${watch.name}`}
      />
    ))}
  </div>
)

/** What it is of: a canvas, or an answer. */
export function Subject({ workspaceId: id, watch: { canvas, answer } }: { workspaceId: string; watch: ListedWatch }) {
  if (canvas) return <a href={href(urls.canvas, { id: canvas.id })}>{canvas.name}</a>
  if (!answer) return null
  return <a href={messageHref(id, answer.conversationId, answer.messageId)}>An answer</a>
}

export const LastRun = ({ lastRun }: Pick<ListedWatch, 'lastRun'>) =>
  lastRun ? (
    <div>
      {RUN_TEXTS[lastRun.status]}
      <p class="muted">
        <Minute at={lastRun.startedAt} />
      </p>
    </div>
  ) : (
    <span class="muted">Not yet</span>
  )

export const State = ({ watch }: { watch: ListedWatch }) => (
  <div>
    Paused
    {watch.pausedReason && <p class="muted">{watch.pausedReason}</p>}
  </div>
)
