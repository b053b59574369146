import { readdirSync, readFileSync } from 'node:fs'

/** Processor time in ms that a process and all that it started have taken so far, those that have ended included. Linux only. */
export function processorTime(pid: number): number {
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const id = Number(name)
    if (!Number.isInteger(id)) continue
    const fields = statOf(id)
    if (!fields) continue
    const parent = Number(fields[1])
    children.set(parent, [...(children.get(parent) ?? []), id])
    ticks.set(
      id,
      fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0),
    )
  }
  const below = (id: number): number =>
    (children.get(id) ?? []).reduce((sum, child) => sum + below(child), ticks.get(id) ?? 0)
  // The kernel tells hundredths of a second.
  return below(pid) * 10
}

/** Fields of `/proc/pid/stat` after the name, which may contain anything; null when the process is gone. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
