import type { Child } from 'hono/jsx'
import { Done } from '#ui/field.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import type { Action } from '../rules/action.ts'
import {
  type AutomationUse,
  automationList,
  type RanCanvas,
  type RanWatch,
  ranCanvasList,
  ranWatchList,
  WATCH_KINDS,
} from '../rules/automation.ts'
import { csvAddress } from '../rules/list.ts'
import { ActionButton } from './action.tsx'
import { ListHead, ListView, Placed } from './list.tsx'

const TABS = [
  [urls.adminOrganizations, 'Organizations'],
  [urls.adminAutomation, 'Agents, canvases and watches'],
  [urls.adminCanvases, 'Canvases'],
  [urls.adminWatches, 'Watches and schedules'],
] as const

/** The way between the lists about organizations. */
export const OrganizationTabs = ({ here }: { here: string }) => (
  <Tabs label="Lists about organizations" here={here} of={TABS} />
)

const DONE = {
  stop: 'It is stopped. Whoever meets it reads why.',
  resume: 'It runs again.',
}
type Shown<T> = ListState<T> & { done: string | undefined; mayStop: boolean }
export type RunAction = keyof typeof DONE
export const isRunAction = (name: string): name is RunAction => Object.hasOwn(DONE, name)

type FrameProps = { here: string; intro: string; csv: string; done?: string | undefined; children: Child }
const Frame = ({ here, intro, csv, done, children }: FrameProps) => (
  <div class="page wide">
    <ListHead title="Organizations" intro={intro} csv={csv} />
    <Done texts={DONE} done={done} />
    <OrganizationTabs here={here} />
    {children}
  </div>
)

/** Stopping a canvas or a watch, or letting it run again, as it is asked for. */
export function runAction(
  what: 'canvas' | 'watch',
  action: RunAction,
  { id, name }: { id: string; name: string },
): Action {
  const stops = action === 'stop'
  const title = `${stops ? 'Stop' : 'Resume'} ${name || (what === 'canvas' ? 'this canvas' : 'this watch')}?`
  const effect =
    what === 'canvas'
      ? 'It shows what it did last, and runs no statement. Its schedules and watches fail while it is stopped.'
      : 'It is paused, and nobody of its workspace resumes it.'
  return {
    ...{ id: `${action}-${id}`, title, button: stops ? 'Stop' : 'Resume', type: stops ? 'danger' : 'info' },
    message: stops ? `${effect} Whoever meets it reads the reason.` : 'It runs again from now on, as it did.',
    address: href(what === 'canvas' ? urls.adminCanvasAction : urls.adminWatchAction, { id, action }),
  }
}

export const AutomationPage = (state: ListState<AutomationUse>) => (
  <Frame
    here={urls.adminAutomation}
    intro="What organizations keep that runs by itself or is run for them. What stands in it is not shown here."
    csv={csvAddress(urls.apiAdminAutomation, state.shown)}
  >
    <ListView
      {...state}
      list={automationList}
      address={urls.adminAutomation}
      label="Organizations"
      empty={{
        icon: 'building',
        title: 'No organization yet',
        text: 'Organizations are listed here as people make them.',
      }}
      cells={{
        name: (it) => (
          <a class="main" href={href(urls.adminOrganization, { id: it.id })}>
            {it.name}
          </a>
        ),
        agents: true,
        canvases: ({ id, canvases }) => <a href={href(urls.adminCanvases, {}, { q: id })}>{canvases}</a>,
        watches: ({ id, watches }) => <a href={href(urls.adminWatches, {}, { q: id, kind: 'watch' })}>{watches}</a>,
        schedules: ({ id, schedules }) => (
          <a href={href(urls.adminWatches, {}, { q: id, kind: 'schedule' })}>{schedules}</a>
        ),
        refreshes: true,
        runs: true,
        failures: true,
        last_run_at: true,
      }}
    />
  </Frame>
)

const State = ({ stopped, text = 'Running' }: { stopped: RanCanvas['stopped']; text?: string }) =>
  stopped ? (
    <>
      <span class="badge badge-red">Stopped</span>
      <span class="cell-note">{stopped.reason}</span>
    </>
  ) : (
    text
  )

const StopButton = (props: { what: 'canvas' | 'watch'; it: { id: string; name: string; stopped: object | null } }) => (
  <ActionButton action={runAction(props.what, props.it.stopped ? 'resume' : 'stop', props.it)} small />
)

export const RanCanvasesPage = ({ done, mayStop, ...state }: Shown<RanCanvas>) => (
  <Frame
    here={urls.adminCanvases}
    intro="How often the statements of canvases run, and how many fail. What stands on them is not shown here."
    csv={csvAddress(urls.apiAdminCanvases, state.shown)}
    done={done}
  >
    <ListView
      {...state}
      list={ranCanvasList}
      address={urls.adminCanvases}
      label="Canvases"
      empty={{ icon: 'chart', title: 'No canvas yet', text: 'Canvases are listed here as people make them.' }}
      cells={{
        name: ['wrap', (it) => it.name],
        organization: ['wrap', Placed],
        refreshes: true,
        failures: true,
        refreshed_at: true,
        state: ['admin-details', ({ stopped }) => <State stopped={stopped} />],
        created_at: true,
        ...(mayStop && { Change: (it: RanCanvas) => <StopButton what="canvas" it={it} /> }),
      }}
    />
  </Frame>
)

export const RanWatchesPage = ({ done, mayStop, ...state }: Shown<RanWatch>) => (
  <Frame
    here={urls.adminWatches}
    intro="What is mailed at set times and what numbers are watched, and how that ends. Whom they tell is not shown here."
    csv={csvAddress(urls.apiAdminWatches, state.shown)}
    done={done}
  >
    <ListView
      {...state}
      list={ranWatchList}
      address={urls.adminWatches}
      label="Watches and schedules"
      empty={{ icon: 'bell', title: 'No watch or schedule yet', text: 'They are listed here as people make them.' }}
      cells={{
        name: ['wrap', (it) => it.name],
        kind: (it) => WATCH_KINDS[it.kind],
        organization: ['wrap', Placed],
        runs: true,
        failures: true,
        last_run_at: true,
        next_at: true,
        state: [
          'admin-details',
          ({ stopped, state }) => <State stopped={stopped} text={state === 'paused' ? 'Paused' : 'Running'} />,
        ],
        ...(mayStop && { Change: (it: RanWatch) => <StopButton what="watch" it={it} /> }),
      }}
    />
  </Frame>
)
