import { z } from 'zod'
import { IDS } from '#base/ids.ts'

export const person = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type Person = z.infer<typeof person>

export const names = z
  .record(z.string(), z.string())
  .describe('Of people, organizations and workspaces, by the ids in it.')
export type Names = Readonly<z.infer<typeof names>>

/** A text in which each id of somebody or something with a name stands behind that name, its end only. */
export const withNames = (text: string, names: Names): string =>
  text.replace(IDS, (id) => (names[id] ? `${names[id]} (…${id.slice(-8)})` : id))

export const namesText = (names: Names): string => [...new Set(Object.values(names))].join('; ')

/** Those whose ids stand in a value. */
export const namesOf = (value: unknown, names: Names): Names =>
  Object.fromEntries((JSON.stringify(value).match(IDS) ?? []).flatMap((id) => (names[id] ? [[id, names[id]]] : [])))
