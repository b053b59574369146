import type { Page } from '#base/paging.ts'
import { can } from '#organizations/rules/permission.ts'
import { ButtonLink, Empty } from '#ui/button.tsx'
import { Minute } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Table } from '#ui/table.tsx'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { conditionText, scheduleText } from '../rules/words.ts'
import type { ListedWatch } from '../watches.ts'
import { Acts, LastRun, State, Subject } from './parts.tsx'

type Place = Pick<WorkspaceCtx, 'workspace' | 'organization'>
type Props = { place: Place; list: Page<ListedWatch>; first: boolean }

/** What a workspace does with its canvases by itself. */
export function WatchesPage({ place, list, first }: Props) {
  const { id } = place.workspace
  return (
    <div class="page">
      <WorkspaceBreadcrumb place={place} up={[['Canvases', href(urls.workspaceCanvases, { id })]]} here="Watches" />
      <PageHead
        title="Watches and schedules"
        text="Canvases that are mailed at set times, and numbers that somebody is told of. They cost no credits."
      >
        {can(place.workspace.role, 'UPDATE_WORKSPACE') && (
          <ButtonLink to={href(urls.workspaceWebhooks, { id })} label="Webhooks" />
        )}
      </PageHead>
      <WorkspaceTabs workspace={place.workspace} here="canvases" />
      {list.items.length > 0 ? (
        <Table
          label="Watches and schedules"
          items={list.items}
          columns={{
            Name: {
              names: true,
              cell: ({ id: watchId, name }) => <a href={href(urls.workspaceWatch, { id, watchId })}>{name}</a>,
            },
            Of: (one) => <Subject workspaceId={id} watch={one} />,
            When: ({ schedule, condition, answer, onlyRefreshes }) => (
              <div>
                {condition
                  ? `When it ${conditionText(condition)}`
                  : answer
                    ? 'When it changes'
                    : onlyRefreshes
                      ? 'Keeps the canvas fresh'
                      : 'Mails the canvas'}
                <p class="muted">{scheduleText(schedule)}</p>
              </div>
            ),
            'Made by': ({ by }) => by.name,
            'Last run': LastRun,
            'Next run': (one) => (one.nextAt ? <Minute at={one.nextAt} /> : <State watch={one} />),
            Change: {
              quiet: true,
              cell: (one) =>
                one.mayChange && (
                  <Acts workspaceId={id} watch={one} acts={[one.state === 'active' ? 'pause' : 'resume']} />
                ),
            },
          }}
        />
      ) : (
        first && (
          <Empty
            icon="bell"
            title="There are no watches yet"
            text="Open a canvas and choose “Schedule”, or “Watch” on one of its charts, tables or numbers; or “Tell me when this changes” beside a result of an answer."
          >
            <ButtonLink to={href(urls.workspaceCanvases, { id })} label="Canvases" />
          </Empty>
        )
      )}
      {list.next && <ButtonLink to={href(urls.workspaceWatches, { id }, { cursor: list.next })} label="More watches" />}
    </div>
  )
}
