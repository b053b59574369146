import { z } from 'zod'

/** A moment as every answer of the API writes it. */
export const moment = z.iso.datetime()
export const count = z.number().int()

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name

/** What an operation may return for an answer `T`: its names may be in camelCase, its moments dates. */
export type Writable<T> = T extends string
  ? string extends T
    ? T | Date
    : T
  : T extends readonly (infer Item)[]
    ? readonly Writable<Item>[]
    : T extends object
      ? { [Name in keyof T]: Writable<T[Name]> } | { [Name in keyof T as CamelCase<Name>]: Writable<T[Name]> }
      : T

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Whether a type has names inside: rows of cells, which may be many, are sent as they are. */
const hasNames = (type: z.core.$ZodType): boolean =>
  type instanceof z.ZodNullable || type instanceof z.ZodOptional || type instanceof z.ZodArray
    ? hasNames(type instanceof z.ZodArray ? type.element : type.unwrap())
    : type instanceof z.ZodObject

/** Writes a value as its answer says: only what the schema names, under the names that it has there, moments as texts. */
export function toAnswer(type: z.core.$ZodType, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (value === null || typeof value !== 'object' || !hasNames(type)) return value
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional) return toAnswer(type.unwrap(), value)
  if (type instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => toAnswer(type.element, item))
  if (!(type instanceof z.ZodObject) || type.def.catchall) return value
  const given = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(type.shape).map(([name, field]) => [
      name,
      toAnswer(field as z.core.$ZodType, given[name in given ? name : camelCase(name)]),
    ]),
  )
}

/** The same with its type, for what pages are drawn from too. */
export const answerOf = <T>(type: z.ZodType<T>, value: Writable<T>): T => toAnswer(type, value) as T
