import { createProse, type Told } from './prose.ts'
import { type FinishInput, LONGEST_LINE, linesOf } from './rules/finish.ts'

/** What a model ended its turn with; references are printed. */
export type Finished = Pick<FinishInput, 'status'> & {
  main: string | null
  assumptions: Told[]
  followUps: { told: Told; columns: string[] }[]
}

type Print = Parameters<typeof createProse>[2]

/** A call of finish as it is told, but for its text, which was streamed. */
export async function finishedOf(input: FinishInput, print: Print): Promise<Finished> {
  const assumptions: Told[] = []
  for (const { text } of linesOf(input.assumptions ?? [], (line) => line)) assumptions.push(await lineOf(text, print))
  const followUps: Finished['followUps'] = []
  for (const { text, of } of linesOf(input.follow_ups ?? [], ({ question }) => question))
    followUps.push({ told: await lineOf(text, print), columns: of.columns })
  return { status: input.status, main: input.main_result ?? null, assumptions, followUps }
}

async function lineOf(text: string, print: Print): Promise<Told> {
  const prose = createProse(2 * LONGEST_LINE, () => {}, print)
  await prose.write(text)
  return prose.end()
}
