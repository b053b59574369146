import type { Answer } from '../../src/analyst/rules/answer.ts'
import { href, urls } from '../../src/urls.ts'
import { commandOf } from '../command.ts'
import { count } from '../list.ts'
import { note, say, sayJson } from '../print.ts'
import { printReadings, printWhole } from '../print-answer.ts'

type Options = { undo?: boolean; sql?: boolean; rows: number }

export const reading = commandOf('reading', 'show the readings of a question, or answer with one of them', [
  'tabletalk reading 0199…',
  'tabletalk reading 0199… a2',
  'tabletalk reading 0199… --undo',
])
  .argument('<message>', 'id of the answer')
  .argument('[reading]', 'id of the reading to answer with; no model is asked, and it costs nothing')
  .option('--undo', 'show the answer as it was made')
  .option('--sql', 'print the SQL that was run')
  .option('--rows <count>', 'rows of the result to print', count, 20)
  .does(async ({ client, json }, message: string, chosen: string | undefined, { undo, sql = false, rows }: Options) => {
    const path = { id: message }
    if (chosen === undefined && !undo) {
      const { answer } = await client.json<{ answer: Answer | null }>(href(urls.apiMessage, path))
      if (json) return sayJson(answer?.readings ?? [])
      if (!answer?.readings?.length) return note('This question was read in one way only.')
      if (answer.clarification) say(answer.clarification.question)
      return printReadings(answer)
    }
    const body = { reading: undo ? null : chosen }
    const changed = await client.json<{ answer: Answer }>(href(urls.apiMessageReading, path), { method: 'POST', body })
    if (json) return sayJson(changed)
    printWhole(changed.answer, { rows, sql })
  })
