import { fieldsText, type LogLevel, type LogLine, logList } from '../../src/admin/rules/log-line.ts'
import { serverEvents } from '../../src/base/server-events.ts'
import { href, urls } from '../../src/urls.ts'
import { groupOf } from '../command.ts'
import { declared, listCommand, tailCommand } from '../list.ts'
import { dim, plain, say, style } from '../print.ts'
import { following } from '../tail.ts'

const COLORS: Record<LogLevel, number> = { debug: 2, info: 36, warn: 33, error: 31 }

const timeOf = (it: LogLine): string => it.created_at.slice(0, 23).replace('T', ' ')

const list = listCommand<LogLine>(
  'list',
  'list lines of all servers, the latest first',
  [
    'tabletalk logs --level warn',
    'tabletalk logs list --request 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --json',
    'tabletalk logs list --from 2026-11-20 --all --csv',
  ],
  {
    path: urls.apiAdminLogs,
    ...declared(logList, { created_at: timeOf, fields: (it) => fieldsText(it.fields) }),
    empty: 'No line fits.',
  },
)

const tail = tailCommand(logList, 'print lines as they are written, until Ctrl-C', [
  'tabletalk logs tail',
  'tabletalk logs tail --level error --json | jq .message',
]).does(async ({ client, json }, options: { level?: string; search?: string; request?: string }) => {
  const query = { level: options.level, q: options.search, request: options.request }
  let last: string | null = null
  // The server ends each connection after a while; what came meanwhile follows the last one that is here.
  await following(async () => {
    const headers = { accept: 'text/event-stream', ...(last ? { 'last-event-id': last } : {}) }
    const { body } = await client.call(href(urls.apiAdminLogStream, {}, query), { headers })
    for await (const { id, data } of serverEvents(body!)) {
      last = id ?? last
      const line = JSON.parse(data) as LogLine
      if (json) say(JSON.stringify(line))
      else sayLine(line)
    }
  })
})

function sayLine(it: LogLine): void {
  const level = style(COLORS[it.level] ?? 0, process.stdout)(it.level.padEnd(5))
  say(`${dim(timeOf(it))} ${level} ${plain(it.message)} ${dim(plain(fieldsText(it.fields)))}`.trimEnd())
}

export const logs = groupOf('logs', 'application logs of all servers (support)', [list, tail])
