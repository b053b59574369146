import { z } from 'zod'
import { bound, choice, searchText, sortBy } from './list.ts'
import { type Names, namesText } from './names.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A line of the application logs as the panel and the API show it. */
export type LogLine = {
  id: string
  level: LogLevel
  message: string
  request_id: string | null
  server: string
  fields: Record<string, unknown>
  /** Of the people, organizations and workspaces whose ids stand in it. */
  names: Names
  created_at: string
}

export const logQuery = z.object({
  level: choice(LOG_LEVELS).describe('This level and everything worse.'),
  q: searchText.describe('Beginnings of words of the message and of its fields.'),
  request: searchText.describe('A whole request id.'),
  from: bound,
  to: bound,
  sort: sortBy('level', 'message', 'request', 'server'),
})
export const logStreamQuery = logQuery.pick({ level: true, q: true, request: true })

/** Levels from one on. */
export const levelsFrom = (least: LogLevel): LogLevel[] => LOG_LEVELS.slice(LOG_LEVELS.indexOf(least))

export const LOG_COLUMNS = ['created_at', 'level', 'message', 'request_id', 'server', 'fields', 'names', 'id'] as const
export const logCsvLine = (line: LogLine) => ({
  ...line,
  fields: JSON.stringify(line.fields),
  names: namesText(line.names),
})

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
