import type { Answer } from '../../src/analyst/rules/answer.ts'
import { AppError } from '../../src/base/errors.ts'
import type { CanvasJson } from '../../src/canvases/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import type { WatchJson, WatchRunJson } from '../../src/watches/rules/answers.ts'
import { conditionText, scheduleText } from '../../src/watches/rules/words.ts'
import type { Client } from '../client.ts'
import { commandOf, groupOf } from '../command.ts'
import { allOf } from '../list.ts'
import { note } from '../print.ts'
import { sayDone, sayList, when } from '../record.ts'

type Options = { workspace?: string }
/** Watches that a workspace has at most, and runs that are kept of one. */
const MOST = { watches: 200, runs: 100 }

const list = commandOf('list', 'list the watches and schedules of a workspace', ['tabletalk watches -w Sales']).doesIn(
  async ({ client, json, id }) => {
    const all = await allOf<WatchJson>(client, href(urls.apiWatches, { id }), MOST.watches)
    sayList(json, all, 'No watch yet: tabletalk watches schedule <canvas>.', {
      '*ID': (it) => it.id,
      NAME: (it) => it.name,
      CANVAS: (it) => it.canvas?.name ?? 'an answer',
      WHEN: ({ condition, schedule }) =>
        [condition && `it ${conditionText(condition)}`, scheduleText(schedule)].filter(Boolean).join(', '),
      LAST: (it) => it.last_run?.status,
      NEXT: (it) => (it.next_at ? when(it.next_at) : it.state),
    })
  },
)

type WhenOptions = Options & {
  every: string
  at: string
  on?: string
  zone?: string
  holidays?: string
  move?: boolean
  to?: string
  name?: string
}
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** A command that makes one: with the options that say when it is run, and whom it tells. */
const makingCommand = (name: string, about: string, every: string, examples: string[], of = '<canvas>') =>
  commandOf(name, about, examples)
    .argument(of, 'its id')
    .option('--every <unit>', 'hour, day, week or month', every)
    .option('--at <time>', 'by the clocks of the time zone', '08:00')
    .option('--on <days>', 'days of the week (mon,thu), or the day of the month')
    .option('--zone <zone>', 'time zone; default: that of this machine')
    .option('--holidays <place>', 'not on public holidays of a country (DE) or region (DE-BY)')
    .option('--move', 'after these holidays on the next working day')
    .option('--to <addresses>', 'mail addresses outside of the workspace; without it, yourself')
    .option('--name <name>', 'what it is called; default: as the canvas')

function scheduleOf({ every, at, on, zone, holidays, move }: WhenOptions) {
  const [country, region = null] = holidays?.split('-') ?? []
  const days = (on ?? 'mon').split(',').map((day) => DAYS.indexOf(day.trim().toLowerCase()) + 1)
  return {
    ...{ every, at, time_zone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone },
    ...(country ? { holidays: { country: country.toUpperCase(), region, moves: move === true } } : {}),
    ...(every === 'week' ? { days } : every === 'month' && on ? { day: Number(on) } : {}),
  }
}

async function make(
  client: Client,
  canvas: { id?: string; workspace_id: string; name: string },
  options: WhenOptions,
  condition: object | null,
  more: object = {},
) {
  const { id } = await client.json<{ id: string }>(urls.apiProfile)
  const body = {
    ...{ canvas_id: canvas.id, name: options.name ?? canvas.name, schedule: scheduleOf(options), condition },
    ...(options.to ? { addresses: options.to.split(',').map((address) => address.trim()) } : { members: [id] }),
    ...more,
  }
  return client.json<WatchJson>(href(urls.apiWatches, { id: canvas.workspace_id }), { method: 'POST', body })
}

type ScheduleOptions = WhenOptions & { onlyChanged?: boolean; onlyRefresh?: boolean }

const schedule = makingCommand('schedule', 'mail a canvas at set times, or only keep it fresh', 'week', [
  'tabletalk watches schedule 0199… --on mon --at 08:00 --zone Europe/Berlin --to finance@example.com',
  'tabletalk watches schedule 0199… --every hour --only-refresh',
])
  .option('--only-changed', 'only where something changed since it was sent last, and what')
  .option('--only-refresh', 'only keep the canvas fresh: nobody is told')
  .does(async ({ client, json }, canvasId: string, options: ScheduleOptions) => {
    const canvas = await client.json<CanvasJson>(href(urls.apiCanvas, { id: canvasId }))
    const { onlyChanged = false, onlyRefresh = false } = options
    if (onlyRefresh && (options.to || onlyChanged))
      throw new AppError('invalid', 'With --only-refresh nobody is told: leave --to and --only-changed out.')
    const more = { only_changed: onlyChanged, ...(onlyRefresh ? { members: [] } : {}) }
    const made = await make(client, canvas, options, null, more)
    const what = onlyRefresh ? 'refreshed' : 'mailed'
    sayDone(json, made, `${made.name} is ${what} ${scheduleText(made.schedule)}: ${made.id}`)
  })

const answer = makingCommand(
  'answer',
  'be told when an answer changes, and why',
  'day',
  ['tabletalk watches answer 0199… --every day --at 08:00'],
  '<message>',
)
  .option('--result <result>', 'one of its results by its id; default: the last')
  .doesIn(async ({ client, json, id }, messageId: string, options: WhenOptions & { result?: string }) => {
    const { answer } = await client.json<{ answer: Pick<Answer, 'results'> | null }>(
      href(urls.apiMessage, { id: messageId }),
    )
    const result = answer?.results.find((one) => one.id === options.result) ?? answer?.results.at(-1)
    if (!result) throw new AppError('not_found', 'This answer has no result.')
    const of = { answer: { message_id: messageId, result_id: result.id } }
    const made = await make(client, { workspace_id: id, name: result.title || 'An answer' }, options, null, of)
    sayDone(json, made, `You are told when it changes, ${scheduleText(made.schedule)}: ${made.id}`)
  })

type ConditionOptions = WhenOptions & { column?: string; row?: string }

const watch = makingCommand('watch', 'be told once a number of a canvas is what you wait for', 'day', [
  'tabletalk watches watch 0199… Returns above 5 --every hour',
  'tabletalk watches watch 0199… Revenue unusual 3',
])
  .argument('<block>', 'a chart, table or number of it, by its title or id')
  .argument('<condition>', 'above, below, changed, changed_percent, unusual or not_refreshed')
  .argument('<limit>', 'a number; of unusual how many times the usual spread, of not_refreshed hours')
  .option('--column <name>', 'the column of the number; default: the one that the block shows')
  .option('--row <row>', 'first or last; default: as the block shows it')
  .does(
    async ({ client, json }, canvasId: string, title: string, is: string, limit: string, options: ConditionOptions) => {
      const canvas = await client.json<CanvasJson>(href(urls.apiCanvas, { id: canvasId }))
      const block = canvas.blocks.find((one) => one.id === title || titleOf(one) === title.toLowerCase())
      if (!block) throw new AppError('not_found', `There is no block “${title}” on ${canvas.name}.`)
      const { value, chart } = block.content as {
        value?: { column: string; row: object | null }
        chart?: { y: string[] }
      }
      const column = options.column ?? value?.column ?? chart?.y[0]
      if (!column && is !== 'not_refreshed')
        throw new AppError('invalid', 'Name the column of the number: --column <name>.')
      const row = options.row === 'first' ? null : options.row === 'last' || !value ? 'last' : value.row
      const condition = { block: block.id, cell: column ? { column, row } : null, is, than: Number(limit) }
      const made = await make(client, canvas, { ...options, name: options.name ?? title }, condition)
      const when = `${conditionText(made.condition!)}, ${scheduleText(made.schedule)}`
      sayDone(json, made, `You are told once it ${when}: ${made.id}`)
    },
  )

const titleOf = ({ content }: CanvasJson['blocks'][number]) => String(content.title ?? '').toLowerCase()

const runs = commandOf('runs', 'list the runs of a watch or schedule', ['tabletalk watches runs 0199… -w Sales'])
  .argument('<watch>', 'its id')
  .doesIn(async ({ client, json, id }, watchId: string) => {
    const all = await allOf<WatchRunJson>(client, href(urls.apiWatchRuns, { id, watchId }), MOST.runs)
    sayList(json, all, 'It has not run yet.', {
      STARTED: (it) => when(it.started_at),
      STATUS: (it) => it.status,
      SAW: (it) => it.seen.text,
      'SENT TO': (it) => it.sent.map(({ to }) => to),
      ERROR: (it) => it.error,
    })
  })

const run = commandOf('run', 'run a watch or schedule now', ['tabletalk watches run 0199… -w Sales'])
  .argument('<watch>', 'its id')
  .doesIn(async ({ client, json, id }, watchId: string) => {
    const done = await client.json<WatchRunJson>(href(urls.apiWatchRun, { id, watchId }), { method: 'POST' })
    sayDone(json, done, `${done.status}${done.error ? `: ${done.error}` : ''}`)
  })

/** A command that changes the state of one. */
const stateCommand = (name: string, about: string, state: 'active' | 'paused') =>
  commandOf(name, about, [`tabletalk watches ${name} 0199… -w Sales`])
    .argument('<watch>', 'its id')
    .doesIn(async ({ client, json, id }, watchId: string) => {
      const call = { method: 'PATCH', body: { state } }
      const changed = await client.json<WatchJson>(href(urls.apiWatch, { id, watchId }), call)
      sayDone(json, changed, changed.next_at ? `Its next run is at ${when(changed.next_at)}.` : 'It is paused.')
    })

const remove = commandOf('delete', 'delete a watch or schedule', ['tabletalk watches delete 0199… -w Sales'])
  .argument('<watch>', 'its id')
  .doesIn(async ({ client, id }, watchId: string) => {
    await client.call(href(urls.apiWatch, { id, watchId }), { method: 'DELETE' })
    note('It is deleted.')
  })

export const watches = groupOf('watches', 'mails of canvases at set times, and numbers that are watched', [
  list,
  schedule,
  watch,
  answer,
  runs,
  run,
  stateCommand('pause', 'pause one', 'paused'),
  stateCommand('resume', 'let one go on', 'active'),
  remove,
])
