import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { listOf, oneOf, search } from './list.ts'

const place = z.object({ id: z.string(), name: z.string() })
const found = search(
  'Name or id',
  'beginnings of words, or a whole id',
  'beginnings of words of the name, or a whole id',
)

/** What an organization keeps that runs by itself, or is run for it. */
const automationUse = z.object({
  id: z.string(),
  name: z.string(),
  agents: count.describe('Saved analysts, without the one that every workspace has.'),
  canvases: count,
  watches: count,
  schedules: count,
  refreshes: count.describe('Statements that were run for its canvases.'),
  failures: count.describe('Of them, and of runs of its watches and schedules that are still known.'),
  runs: count.describe('Of its watches and schedules, as far as they are still known.'),
  last_run_at: moment.nullable().describe('Of a watch or schedule, or when a canvas was refreshed.'),
})
export type AutomationUse = z.infer<typeof automationUse>

export const automationList = listOf(automationUse, {
  name: 'automation',
  filters: { q: found },
  columns: {
    id: {},
    name: { title: 'Organization', sort: 'name' },
    agents: { title: 'Agents', sort: 'agents', type: 'count' },
    canvases: { title: 'Canvases', sort: 'canvases', type: 'count' },
    watches: { title: 'Watches', sort: 'watches', type: 'count' },
    schedules: { title: 'Schedules', sort: 'schedules', type: 'count' },
    refreshes: { title: 'Refreshes', sort: 'refreshes', type: 'count' },
    runs: { title: 'Runs', sort: 'runs', type: 'count' },
    failures: { title: 'Failures', sort: 'failures', type: 'count' },
    last_run_at: { title: 'Last run (UTC)', sort: 'run', type: 'moment' },
  },
  cli: {
    ...{ ID: 'id', NAME: 'name', AGENTS: 'agents', CANVASES: 'canvases', WATCHES: 'watches', SCHEDULES: 'schedules' },
    ...{ REFRESHES: 'refreshes', RUNS: 'runs', FAILURES: 'failures', 'LAST (UTC)': 'last_run_at' },
  },
})

const STOPPED = { yes: 'Stopped', no: 'Running' } as const
const stopped = oneOf(STOPPED, { label: 'State', all: 'All', option: ['<yes|no>', 'whether an admin stopped it'] })
const stop = z
  .object({ reason: z.string(), at: moment })
  .nullable()
  .describe('Why an admin stopped it; null where none did.')

/** A canvas as the panel shows it: how much it runs, and nothing of what stands on it. */
const ranCanvas = z.object({
  id: z.string(),
  name: z.string(),
  organization: place,
  workspace: place,
  refreshes: count.describe('Statements that were run for it.'),
  failures: count,
  refreshed_at: moment.nullable(),
  stopped: stop,
  created_at: moment,
})
export type RanCanvas = z.infer<typeof ranCanvas>

export const ranCanvasList = listOf(ranCanvas, {
  name: 'canvases',
  filters: { q: found, stopped },
  columns: {
    id: {},
    organization: { of: (it) => it.organization.name, title: 'Organization', sort: 'organization' },
    workspace: { of: (it) => it.workspace.name },
    name: { title: 'Canvas', sort: 'name' },
    refreshes: { title: 'Refreshes', sort: 'refreshes', type: 'count' },
    failures: { title: 'Failures', sort: 'failures', type: 'count' },
    refreshed_at: { title: 'Refreshed (UTC)', sort: 'run', type: 'moment' },
    state: { of: (it) => (it.stopped ? 'stopped' : 'running'), title: 'State' },
    reason: { of: (it) => it.stopped?.reason },
    created_at: { title: 'Created (UTC)', sort: 'created', type: 'moment' },
  },
  cli: {
    ...{ ID: 'id', NAME: 'name', ORGANIZATION: 'organization', WORKSPACE: 'workspace', REFRESHES: 'refreshes' },
    ...{ FAILURES: 'failures', 'REFRESHED (UTC)': 'refreshed_at', STATE: 'state' },
  },
})

export const WATCH_KINDS = { watch: 'Watch', schedule: 'Schedule' } as const

/** A watch or schedule as the panel shows it: how it fares, and neither whom it tells nor what it saw. */
const ranWatch = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['watch', 'schedule']),
  organization: place,
  workspace: place,
  state: z.enum(['active', 'paused']),
  runs: count.describe('Those that are still known: the last hundred.'),
  failures: count,
  last_run_at: moment.nullable(),
  next_at: moment.nullable(),
  stopped: stop,
  created_at: moment,
})
export type RanWatch = z.infer<typeof ranWatch>

export const ranWatchList = listOf(ranWatch, {
  name: 'watches',
  filters: {
    q: found,
    kind: oneOf(WATCH_KINDS, { label: 'Kind', all: 'Both', option: ['<kind>', 'watch or schedule'] }),
    stopped,
  },
  columns: {
    id: {},
    organization: { of: (it) => it.organization.name, title: 'Organization', sort: 'organization' },
    workspace: { of: (it) => it.workspace.name },
    name: { title: 'Name', sort: 'name' },
    kind: { title: 'Kind', labels: WATCH_KINDS },
    runs: { title: 'Runs', sort: 'runs', type: 'count' },
    failures: { title: 'Failures', sort: 'failures', type: 'count' },
    last_run_at: { title: 'Last run (UTC)', sort: 'run', type: 'moment' },
    next_at: { title: 'Next run (UTC)', sort: 'next', type: 'moment' },
    state: { of: (it) => (it.stopped ? 'stopped' : it.state), title: 'State' },
    reason: { of: (it) => it.stopped?.reason },
    created_at: { title: 'Created (UTC)', sort: 'created', type: 'moment' },
  },
  cli: {
    ...{ ID: 'id', NAME: 'name', KIND: 'kind', ORGANIZATION: 'organization', WORKSPACE: 'workspace', RUNS: 'runs' },
    ...{ FAILURES: 'failures', 'LAST (UTC)': 'last_run_at', 'NEXT (UTC)': 'next_at', STATE: 'state' },
  },
})
