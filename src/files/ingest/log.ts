import { logFields } from '../rules/log-line.ts'
import { inDir, type Job, type Reading } from './job.ts'
import { readJson } from './json.ts'
import { asUtf8, textOf } from './text.ts'
import { TextFile } from './text-file.ts'

/** Where a line stands that is none of the log's, as those of a stack trace are. */
const WHOLE_LINE = 'text'

/** Reads a log whose lines are names and values (`level=info ms=12`), or written as servers do: a column for each name. */
export async function readLog(job: Job): Promise<Reading & { format: 'ndjson' }> {
  const text = await asUtf8(job.path, inDir(job, 'log.txt'))
  const output = new TextFile(inDir(job, 'log.ndjson'))
  let rest = ''
  const write = (line: string) => {
    if (line.trim() !== '') output.append(`${JSON.stringify(logFields(line) ?? { [WHOLE_LINE]: line.trimEnd() })}\n`)
  }
  for await (const chunk of textOf(text.path)) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop()!
    for (const line of lines) write(line)
    await output.flushFull()
  }
  write(rest)
  await output.close()
  const read = await readJson({ ...job, path: output.path })
  const notes = [
    'Each line was read as one of a log.',
    ...(text.note ? [text.note] : []),
    ...(read.dialect.notes ?? []),
  ]
  return { ...read, format: 'ndjson', dialect: { ...read.dialect, encoding: text.encoding, notes } }
}
