import { shortened } from '#base/text.ts'
import type { Value } from '#connections/rules/placeholder.ts'

export const PARAMETER_TYPES = ['text', 'number', 'date', 'boolean', 'choice'] as const
export type ParameterType = (typeof PARAMETER_TYPES)[number]

/** A value that a board hands to statements by its name. */
export type Parameter = {
  name: string
  label: string
  type: ParameterType
  default: string
  choices: string[]
  column: { table: string; column: string } | null
  of: Value['kind']
}

/** Digits are as many as a statement keeps exactly. */
const NUMBER = /^-?\d+(\.\d+)?$/
const MOST_DIGITS = 15
const DAY = /^\d{4}-\d\d-\d\d$/
export const LONGEST_VALUE = 300
export const MOST_PARAMETERS = 12
export const TODAY = 'today'

export const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
const isNumber = (text: string) => NUMBER.test(text) && text.replace(/[-.]/g, '').length <= MOST_DIGITS

/** What the values of a parameter are in statements. */
export const kindOf = ({ type, of }: Pick<Parameter, 'type' | 'of'>): Value['kind'] => (type === 'choice' ? of : type)

export const labelOf = ({ label, name }: Pick<Parameter, 'label' | 'name'>): string =>
  label || name.replaceAll('_', ' ')

/** What is wrong with a value; null where it is one of the parameter. */
export function misfit(parameter: Pick<Parameter, 'type' | 'of' | 'choices' | 'column'>, text: string): string | null {
  const { type, choices, column } = parameter
  const said = `“${shortened(text, 60)}”`
  if (text.length > LONGEST_VALUE || text.includes('\0')) return `a value has at most ${LONGEST_VALUE} characters`
  if (type === 'choice' && !column && !choices.includes(text)) return `${said} is none of ${choices.join(', ')}`
  const kind = kindOf(parameter)
  if (kind === 'boolean') return /^(true|false)$/.test(text) ? null : `${said} is neither true nor false`
  if (kind === 'number') return isNumber(text) ? null : `${said} is no number of up to ${MOST_DIGITS} digits`
  if (kind === 'date') return text === TODAY || isDay(text) ? null : `${said} is no day. Write it as 2026-03-31`
  return null
}

/** What stands in statements. @param text a value that fits @param today as a day */
export function valueIn(parameter: Parameter, text: string, today: string): Value {
  const kind = kindOf(parameter)
  return { kind, text: kind === 'date' && text === TODAY ? today : text }
}
