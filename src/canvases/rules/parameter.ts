import { z } from 'zod'
import { LONGEST_VALUE, MOST_PARAMETERS, misfit, PARAMETER_TYPES, type Parameter } from './parameter-value.ts'

const MOST_CHOICES = 100

const shape = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'A name begins with a letter and has small letters, digits and _.')
    .describe('Statements have it as `{{name}}`, addresses as `name:value`.'),
  label: z.string().trim().max(60).default('').describe('What people call it; its name where it is empty.'),
  type: z.enum(PARAMETER_TYPES),
  default: z
    .string()
    .max(LONGEST_VALUE)
    .describe('As addresses have it: `12.5`, `2026-03-31` or `today`, `true`, a text.'),
  choices: z
    .array(z.string().min(1).max(LONGEST_VALUE))
    .max(MOST_CHOICES)
    .default([])
    .describe('Of type `choice`: all that there are.'),
  column: z
    .object({ table: z.string().min(1).max(500), column: z.string().min(1).max(500) })
    .nullable()
    .default(null)
    .describe('Of type `choice` without `choices`: the column whose values are offered.'),
  of: z
    .enum(['text', 'number', 'date', 'boolean'])
    .default('text')
    .describe('What the values of a choice are in statements.'),
})
/** As boards tell it: without a column that is hidden. */
export const toldParameter = shape

/** A value that a board hands to statements by its name. */
const parameter = shape.superRefine((one, check) => {
  const about = (path: keyof Parameter, message: string) => check.addIssue({ code: 'custom', path: [path], message })
  if (one.type === 'choice' && one.choices.length === 0 && !one.column)
    about('choices', 'Write the values, or choose a column.')
  const problem = misfit(one, one.default)
  if (problem) about('default', `The usual value does not fit: ${problem}.`)
})
export const parameters = z
  .array(parameter)
  .max(MOST_PARAMETERS, `A canvas has at most ${MOST_PARAMETERS} parameters.`)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Each parameter has a name of its own.')
