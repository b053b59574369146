import type { ColumnEdits } from './answers.ts'

type Shape = { name: string; columns: { name: string; type: string; edits?: ColumnEdits }[] }

/** What people had said of a column that is gone, as a part of a sentence. */
const saidOf = (edits: ColumnEdits = {}): string => {
  const said = Object.entries(edits).map(([what, value]) => `${what} ${value}`)
  return said.length > 0 ? `, and with it what was said of it (${said.join(', ')})` : ''
}

/** What another version of tables changes, as sentences; nothing when they have the same columns. */
export function schemaChanges(before: Shape[], after: Shape[]): string[] {
  const sentences: string[] = []
  for (const table of after) {
    const old = before.find(({ name }) => name === table.name)
    const where = after.length > 1 || before.length > 1 ? ` in ${table.name}` : ''
    if (!old) {
      if (before.length > 0) sentences.push(`Table ${table.name} is new.`)
      continue
    }
    for (const column of table.columns) {
      const before = old.columns.find(({ name }) => name === column.name)
      if (!before) sentences.push(`Column "${column.name}" is new${where}.`)
      else if (before.type !== column.type)
        sentences.push(`Column "${column.name}" was ${before.type} and is now ${column.type}${where}.`)
    }
    for (const { name, edits } of old.columns)
      if (!table.columns.some((column) => column.name === name))
        sentences.push(`Column "${name}" is gone${where}${saidOf(edits)}.`)
  }
  for (const { name } of before)
    if (!after.some((table) => table.name === name)) sentences.push(`Table ${name} is gone.`)
  return sentences
}
