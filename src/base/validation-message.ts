import type { z } from 'zod'
import { AppError } from './errors.ts'

/** Kinds of values, as `Write …` goes on. */
const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
}
/** What is counted of a kind, and its plural ending where the number is not one. */
const COUNTED: Record<string, string> = { string: 'character', array: 'item', set: 'item' }
const amount = (n: number | bigint, origin: string) =>
  COUNTED[origin] ? `${n} ${COUNTED[origin]}${Number(n) === 1 ? '' : 's'}` : String(n)

/** What is wrong with a value, where its schema has no words of its own. To be read after the name of its field. */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : `Write ${KINDS[issue.expected] ?? 'another value'}.`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'Write something.'
        : `Write at least ${amount(issue.minimum, issue.origin)}.`
    case 'too_big':
      return `Write at most ${amount(issue.maximum, issue.origin)}.`
    case 'invalid_value':
      return issue.values.length === 1
        ? `Write ${String(issue.values[0])}.`
        : `Write one of ${issue.values.map(String).join(', ')}.`
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.join(', ')}.`
    case 'not_multiple_of':
      return `Write a multiple of ${issue.divisor}.`
    default:
      return 'This cannot be understood.'
  }
}

/** A value as its schema reads it. @throws AppError invalid with details.fields, by dotted names */
export function checked<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value, { error: validationMessage })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  const [name, message] = Object.entries(fields)[0]!
  throw new AppError('invalid', name === 'body' ? message : `${name}: ${message}`, { details: { fields } })
}
