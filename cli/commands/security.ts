import {
  detailLine,
  type EventGroup,
  eventList,
  labelOf,
  type SecurityEvent,
} from '../../src/admin/rules/security-event.ts'
import { AppError } from '../../src/base/errors.ts'
import { href, urls } from '../../src/urls.ts'
import { confirm } from '../action.ts'
import { commandOf, groupOf } from '../command.ts'
import { declared, filtering, listCommand, optionOf } from '../list.ts'
import { number, sayDone, sayList, when } from '../record.ts'

const { kind, person, ip, from, to } = eventList.filters
const WHOSE = Object.entries({ kind, person, ip, from, to }).map(([name, filter]) => optionOf(name, filter))

const events = listCommand<SecurityEvent>(
  'events',
  'list refused attempts, the latest first',
  ['tabletalk security events --kind sign_in_failed --state open', 'tabletalk security --ip 203.0.113.7 --csv'],
  {
    path: urls.apiAdminSecurityEvents,
    ...declared(eventList, { details: (it) => detailLine(it.details) }),
    empty: 'Nothing was refused.',
  },
)

const by = (name: 'ip' | 'person', about: string) =>
  commandOf(`by-${name}`, about, [`tabletalk security by-${name} --from 2026-11-01`])
    .option('--from <time>', 'since when; default: the last 24 hours')
    .option('--to <time>', 'until when')
    .does(async ({ client, json }, options: { from?: string; to?: string }) => {
      const groups = await client.json<EventGroup[]>(href(urls.apiAdminSecurityGroups, {}, { by: name, ...options }))
      sayList(json, groups, 'Nothing was refused.', {
        [name === 'ip' ? 'ADDRESS' : 'WHO']: (it) => it.name ?? it.key,
        '#EVENTS': (it) => it.count,
        '#OPEN': (it) => it.open,
        'LATEST (UTC)': (it) => when(it.latest),
        KINDS: (it) => it.kinds.map(labelOf),
      })
    })

type Options = { kind?: string; person?: string; ip?: string; from?: string; to?: string; note: string }

const acknowledge = commandOf('acknowledge', 'say that events were looked at: some by id, or all that fit', [
  'tabletalk security acknowledge 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --note "A slip"',
  'tabletalk security acknowledge --ip 203.0.113.7 --note "A scan" --yes',
])
  .argument('[ids...]', 'as `security events` prints them')
  .requiredOption('--note <text>', 'what you found')
  .option('-y, --yes', 'do not ask whether to go on')
filtering(acknowledge, WHOSE)
acknowledge.does(async ({ client, json, command }, ids: string[], options: Options) => {
  const { kind, person, ip, from, to } = options
  if (ids.length === 0 && !kind && !person && !ip)
    throw new AppError('invalid', 'Name ids, or --kind, --person or --ip.')
  const whose = { kind, person, ip, from, to }
  const given = Object.entries(whose).filter(([, value]) => value !== undefined)
  const what = ids.length > 0 ? `${ids.length} events` : `all events of ${given.map(([, value]) => value).join(', ')}`
  await confirm(command, `Acknowledge ${what}`)
  const body = { ...(ids.length > 0 ? { ids } : {}), ...Object.fromEntries(given), note: options.note }
  const done = await client.json<{ acknowledged: number }>(urls.apiAdminSecurityEventsAcknowledge, {
    method: 'POST',
    body,
  })
  sayDone(json, done, `${number(done.acknowledged)} acknowledged.`)
})

export const security = groupOf('security', 'security events (security)', [
  events,
  by('ip', 'count events by network address'),
  by('person', 'count events by person'),
  acknowledge,
])
