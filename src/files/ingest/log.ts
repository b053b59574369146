import { goesOn, logFields, remarksAbove } from '../rules/log-line.ts'
import { inDir, type Job, nothingRejected, type Reading } from './job.ts'
import { readJson } from './json.ts'
import { joinRejected, RejectedFile } from './rejected.ts'
import { asUtf8, textOf } from './text.ts'
import { TextFile } from './text-file.ts'

/** Where a line stands that is none of the log's, as those of a stack trace are. */
const WHOLE_LINE = 'text'

/** Reads a log whose lines are names and values (`level=info ms=12`), or written as servers do: a column for each name. */
export async function readLog(job: Job): Promise<Reading & { format: 'ndjson' }> {
  const text = await asUtf8(job.path, inDir(job, 'log.txt'))
  const output = new TextFile(inDir(job, 'log.ndjson'))
  const left = new RejectedFile(inDir(job, 'above.csv'))
  let rest = ''
  let isFirst = true
  let open: Record<string, string> | null = null
  const end = () => {
    if (open) output.append(`${JSON.stringify(open)}\n`)
    open = null
  }
  const write = (line: string) => {
    if (line.trim() === '') return
    if (open?.message !== undefined && goesOn(line)) {
      open.message += `\n${line.trimEnd()}`
      return
    }
    end()
    open = logFields(line) ?? { [WHOLE_LINE]: line.trimEnd() }
  }
  for await (const chunk of textOf(text.path)) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop()!
    if (isFirst) left.addAbove(lines.splice(0, remarksAbove(lines)).map((text, at) => ({ line: at + 1, text })))
    isFirst = false
    for (const line of lines) write(line)
    await output.flushFull()
  }
  write(rest)
  end()
  await output.close()
  const read = await readJson({ ...job, path: output.path })
  const notes = [
    'Each line was read as one of a log.',
    ...(text.note ? [text.note] : []),
    ...(read.dialect.notes ?? []),
  ]
  const told = { ...nothingRejected(), ...(await left.finish()) }
  const rejected = await joinRejected(job, [told, read.rejected])
  return { ...read, rejected, format: 'ndjson', dialect: { ...read.dialect, encoding: text.encoding, notes } }
}
