import { hasChoices } from '../rules/dialect.ts'
import { LINE } from '../rules/record-types.ts'
import { tablesOf } from '../rules/text-tables.ts'
import { LOOKED_BYTES } from './apart.ts'
import { readBlocks } from './grid.ts'
import { inDir, type Job, type Reading } from './job.ts'
import { joinParts } from './parts.ts'
import { asUtf8 } from './text.ts'

/** Reads a short text with several tables in it; null where it holds one, or somebody says how it is to be read. */
export async function readSeveral(job: Job): Promise<Reading | null> {
  const { set_apart, encoding, ...choices } = job.choices ?? {}
  if (hasChoices(choices) || job.arriving?.whole === false || Bun.file(job.path).size > LOOKED_BYTES) return null
  const { path, encoding: found, note } = await asUtf8(job.path, inDir(job, 'utf8.txt'), undefined, encoding)
  const several = tablesOf((await Bun.file(path).text()).replace(/^\ufeff/, ''), set_apart === false)
  if (!several) return null
  const { delimiter, quote } = several.dialect
  const readings = await readBlocks(job, several.blocks, { delimiter })
  const least = several.blocks.some(({ moved }) => moved) ? 1 : 2
  if (readings.filter(({ tables }) => tables.length > 0).length < least) return null
  const whole = await joinParts(job, readings, 'table')
  const root = several.blocks.find(({ names }) => names?.at(-1) === LINE)?.title ?? null
  const keys = several.blocks.flatMap(({ title, names }) => {
    const column = names?.at(-1) ?? LINE
    return column === LINE ? [] : [{ part: title, column, toPart: root, toColumn: LINE }]
  })
  const notes = [...(note ? [note] : []), ...(whole.dialect.notes ?? [])]
  return {
    ...whole,
    ...(keys.length > 0 ? { keys } : {}),
    dialect: {
      ...whole.dialect,
      ...{ encoding: found, delimiter, quote, header: true },
      ...(job.choices ? { chosen: job.choices } : {}),
      ...(notes.length > 0 ? { notes } : {}),
    },
  }
}
