import { answerOf } from '#base/answer.ts'
import type { Page } from '#base/paging.ts'
import { can } from '#organizations/rules/permission.ts'
import { asset } from '#ui/assets.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Problem, Saved } from '#ui/field.tsx'
import { counted, Minute } from '#ui/format.tsx'
import { Island } from '#ui/island.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Table } from '#ui/table.tsx'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { watch as watchAnswer } from '../rules/answers.ts'
import { conditionText, scheduleText } from '../rules/words.ts'
import type { ListedWatch, WatchRun } from '../watches.ts'
import { Acts, RUN_TEXTS, State, Subject } from './parts.tsx'

type Props = {
  userId: string
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  watch: ListedWatch
  /** Null for those who may not see them. */
  runs: Page<WatchRun> | null
  done: string | null
  problem: string | null
}

/** One watch: what it does, whom it tells, and its runs. */
export function WatchPage({ userId, place, watch, runs, done, problem }: Props) {
  const { workspace } = place
  const { id } = workspace
  const waits = watch.addresses.some(({ allowed }) => !allowed)
  return (
    <div class="page">
      <link rel="stylesheet" href={asset('canvas.css')} />
      <WorkspaceBreadcrumb
        place={place}
        up={[
          ['Canvases', href(urls.workspaceCanvases, { id })],
          ['Watches', href(urls.workspaceWatches, { id })],
        ]}
        here={watch.name}
      />
      <PageHead title={watch.name} />
      <WorkspaceTabs workspace={workspace} here="canvases" />
      <Saved show={done !== null}>{done}</Saved>
      <Problem text={problem} />
      <Facts
        grouped
        of={{
          Of: <Subject workspaceId={id} watch={watch} />,
          When: scheduleText(watch.schedule),
          Tells: watch.condition
            ? `once ${watch.condition.cell?.column.replaceAll('_', ' ') ?? 'the block'} ${conditionText(watch.condition)}`
            : watch.answer
              ? 'what changed in the answer, where something did'
              : watch.onlyRefreshes
                ? 'nobody: it keeps the canvas fresh'
                : watch.onlyChanged
                  ? 'what changed on the canvas, where something did'
                  : 'the whole canvas, each time',
          Whom: (
            <>
              {watch.onlyRefreshes && 'nobody'}
              {[...watch.members, ...watch.webhooks].map(({ name }) => name).join(', ')}
              {watch.addresses.map(({ address, allowed }) => (
                <p>
                  {address} {!allowed && <span class="muted">waits for an owner</span>}
                </p>
              ))}
            </>
          ),
          'Made by': (
            <>
              {watch.by.name} <span class="muted">with whose rights it is run</span>
            </>
          ),
          'Next run': (
            <>
              {watch.nextAt ? <Minute at={watch.nextAt} /> : <State watch={watch} />}
              {watch.snoozedUntil && (
                <p class="muted">
                  snoozed until <Minute at={watch.snoozedUntil} />
                </p>
              )}
            </>
          ),
        }}
      />
      {watch.mayChange && (
        <div class="row">
          <Island name="watch" props={{ watch: answerOf(watchAnswer, watch), workspaceId: id, userId }} />
          <Acts
            workspaceId={id}
            watch={watch}
            acts={[
              'run',
              ...(watch.state === 'paused'
                ? (['resume'] as const)
                : (['pause', ...(watch.snoozedUntil ? (['wake'] as const) : (['day', 'week'] as const))] as const)),
              ...(waits && can(workspace.role, 'UPDATE_WORKSPACE') ? (['allow'] as const) : []),
              'remove',
            ]}
          />
        </div>
      )}
      {runs && (
        <>
          <h2>Runs</h2>
          {runs.items.length === 0 ? <p class="muted">It has not been run yet.</p> : <Runs runs={runs.items} />}
          {runs.next && (
            <ButtonLink
              to={href(urls.workspaceWatch, { id, watchId: watch.id }, { cursor: runs.next })}
              label="Older runs"
            />
          )}
        </>
      )}
    </div>
  )
}

const Runs = ({ runs }: { runs: WatchRun[] }) => (
  <Table
    label="Runs"
    items={runs}
    columns={{
      Started: { names: true, cell: ({ startedAt }) => <Minute at={startedAt} /> },
      Outcome: ({ status, error }) => (
        <div>
          {RUN_TEXTS[status]}
          {error && <p class="muted">{error}</p>}
        </div>
      ),
      Saw: ({ seen }) =>
        seen.text ??
        (seen.changed !== undefined
          ? seen.blocks === undefined
            ? `${counted(seen.changed, 'row')} changed`
            : `${seen.changed} of ${seen.blocks} blocks changed`
          : seen.blocks === undefined
            ? ''
            : `${seen.blocks} ${seen.blocks === 1 ? 'block' : 'blocks'}`),
      'Sent to': ({ sent }) => (
        <div>
          {sent.map(({ to }) => (
            <p>{to}</p>
          ))}
        </div>
      ),
    }}
  />
)
