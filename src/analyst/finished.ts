import { createProse, type Printer, type Told } from './prose.ts'
import { type FinishInput, LONGEST_LINE, linesOf } from './rules/finish.ts'
import { gap } from './rules/print-reference.ts'

/** What a model ended its turn with; references are printed. */
export type Finished = Pick<FinishInput, 'status'> & {
  main: string | null
  assumptions: Told[]
  followUps: { told: Told; columns: string[] }[]
}

const NOT_HERE = 'Charts, grids and figures stand in the text of the answer.'

/** A call of finish as it is told, but for its text, which was streamed. */
export async function finishedOf(input: FinishInput, printer: Printer | null): Promise<Finished> {
  const inLine: Printer | null = printer && { ...printer, place: async (source) => gap(source, NOT_HERE) }
  const assumptions: Told[] = []
  for (const { text } of linesOf(input.assumptions ?? [], (line) => line)) assumptions.push(await lineOf(text, inLine))
  const followUps: Finished['followUps'] = []
  for (const { text, of } of linesOf(input.follow_ups ?? [], ({ question }) => question))
    followUps.push({ told: await lineOf(text, inLine), columns: of.columns })
  return { status: input.status, main: input.main_result ?? null, assumptions, followUps }
}

async function lineOf(text: string, printer: Printer | null): Promise<Told> {
  const prose = createProse(2 * LONGEST_LINE, () => {}, printer)
  await prose.write(text)
  return prose.end()
}
