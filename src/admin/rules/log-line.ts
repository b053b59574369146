import { z } from 'zod'
import { moment } from '#base/answer.ts'
import { choice, listOf, SPAN, search, searchText, typed } from './list.ts'
import { names, namesText } from './names.ts'

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A line of the application logs as the panel and the API show it. */
const logLine = z.object({
  id: z.string(),
  level: z.enum(LOG_LEVELS),
  message: z.string(),
  request_id: z.string().nullable(),
  server: z.string(),
  fields: z.looseObject({}),
  names,
  created_at: moment,
})
export type LogLine = z.infer<typeof logLine>

export const logList = listOf(logLine, {
  name: 'application-logs',
  filters: {
    level: {
      type: choice(LOG_LEVELS).describe('This level and everything worse.'),
      label: 'Level',
      all: 'All levels',
      options: { info: 'Info and worse', warn: 'Warnings and errors', error: 'Errors only' },
      choices: LOG_LEVELS,
      option: ['<level>', 'this level and everything worse'],
    },
    q: {
      ...search('Words of the line', 'How words begin, or an id', 'beginnings of words of the message or of a field'),
      type: searchText.describe('Beginnings of words of the message and of its fields.'),
    },
    request: {
      ...typed({ label: 'Request', placeholder: 'Whole id', option: ['<id>', 'a whole request id'] }),
      type: searchText.describe('A whole request id.'),
    },
    ...SPAN,
  },
  columns: {
    created_at: { title: 'When (UTC)', sort: 'created', type: 'moment' },
    level: { title: 'Level', sort: 'level' },
    message: { title: 'Message', sort: 'message' },
    request_id: { title: 'Request', sort: 'request' },
    server: { title: 'Server', sort: 'server' },
    fields: {},
    names: { of: (it) => namesText(it.names) },
    id: {},
  },
  cli: { 'TIME (UTC)': 'created_at', LEVEL: 'level', MESSAGE: 'message', REQUEST: 'request_id', FIELDS: 'fields' },
})
export const logStreamQuery = logList.query.pick({ level: true, q: true, request: true })

export const levelsFrom = (least: LogLevel): LogLevel[] => LOG_LEVELS.slice(LOG_LEVELS.indexOf(least))

/** The fields of a line in one: `path=/x ms=12`. */
export const fieldsText = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .map(
      ([name, value]) =>
        `${name}=${typeof value === 'object' && value !== null ? (shortError(value) ?? JSON.stringify(value)) : value}`,
    )
    .join(' ')

const shortError = (value: object): string | null =>
  'name' in value && 'message' in value && 'stack' in value ? `${value.name}: ${value.message}` : null
