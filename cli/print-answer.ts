import {
  type Answer,
  type AnswerResult,
  type Placed,
  type PlanItem,
  type Step,
  TAKES_BACK,
  warnsOfFigures,
} from '../src/analyst/rules/answer.ts'
import { inWords, tileText } from '../src/analyst/rules/blocks.ts'
import { mainResult, shownResults } from '../src/analyst/rules/presented.ts'
import { columnFormat } from '../src/base/cell-format.ts'
import { jsonEvents } from '../src/base/server-events.ts'
import { creditText } from '../src/billing/rules/credit.ts'
import { bold, dim, dimNote, note, plain, say, tableLines, terminalWidth } from './print.ts'
import { bytesText } from './progress.ts'

type Chunk = {
  type: string
  id?: string
  messageId?: string
  delta?: string
  data?: unknown
  messageMetadata?: { conversation_id?: string }
  errorText?: string
}
type Options = {
  rows: number
  sql: boolean
  /** Told as soon as the stream does. */
  conversation: (id: string) => void
  message?: (id: string) => void
}

/**
 * Prints an answer as it is written: steps as remarks, the prose, then its grids, the main one last, the SQL when asked for, checks that
 * warn, and the receipt. What turns out to be no part of the answer goes on as a remark: where the output is no terminal, prose is
 * printed once it is certain. @returns the final answer, or null when the stream ended before it
 */
export async function printAnswer(stream: Response, options: Options): Promise<Answer | null> {
  let answer: Answer | null = null
  let prose = ''
  const live = process.stdout.isTTY
  const steps = new Map<string, Step['state']>()
  let planned: PlanItem[] = []
  for await (const chunk of jsonEvents(stream.body!) as AsyncGenerator<Chunk>) {
    const conversation = chunk.messageMetadata?.conversation_id
    if (conversation) options.conversation(conversation)
    if (chunk.type === 'start' && chunk.messageId) options.message?.(chunk.messageId)
    if (chunk.type === 'data-step') {
      const step = chunk.data as Step
      if (TAKES_BACK.has(step.tool)) {
        if (prose && live) say('')
        prose = ''
      }
      printStep(step, steps)
    }
    if (chunk.type === 'data-plan') planned = printPlan(chunk.data as PlanItem[], planned)
    const placed = chunk.type === 'data-block' ? (chunk.data as Placed) : null
    // Grids follow the prose whole, and charts are drawn by browsers.
    if (chunk.type === 'text-delta' || placed?.kind === 'kpi') {
      const text = plain(placed?.kind === 'kpi' ? `\n${tileText(placed.tile)}\n` : (chunk.delta ?? ''), true)
      prose += text
      if (live) process.stdout.write(text)
    }
    if (chunk.type === 'data-answer') answer = chunk.data as Answer
    if (chunk.type === 'error') note(plain(chunk.errorText ?? 'The answer failed.'))
  }
  if (prose && (live || !answer)) say(live ? '' : prose)
  if (answer) printWhole(answer, options, live && prose !== '')
  return answer
}

/** Items are printed when they are planned, and once more when they are done. */
function printPlan(plan: PlanItem[], before: PlanItem[]): PlanItem[] {
  for (const [at, { text, done }] of plan.entries()) {
    if (!before[at]) note(dimNote(`${at + 1}. ${plain(text)}`))
    if (done && !before[at]?.done) note(dimNote(`  ✓ ${at + 1}. ${plain(text)}`))
  }
  return plan
}

/** A step is printed once when it begins and once more when it ended with something to say. */
function printStep(step: Step, seen: Map<string, Step['state']>): void {
  if (seen.get(step.id) === step.state) return
  const first = !seen.has(step.id)
  seen.set(step.id, step.state)
  if (first) note(dimNote(`· ${plain(step.title)}`))
  if (step.state !== 'running' && step.note)
    note(dimNote(`  ${step.state === 'failed' ? '✗' : '✓'} ${plain(step.note)}`))
}

/** Prints a finished answer. @param proseShown its prose stands there already */
export function printWhole(answer: Answer, { rows, sql }: Pick<Options, 'rows' | 'sql'>, proseShown = false): void {
  if (!proseShown && answer.text) say(plain(inWords(answer), true))
  for (const { text, done } of answer.plan ?? []) if (!done) note(`! Not done: ${plain(text)}`)
  if (answer.clarification) {
    say(plain(answer.clarification.question))
    if (!answer.readings) for (const option of answer.clarification.options) say(`  - ${plain(option)}`)
  }
  printReadings(answer)
  if (sql)
    for (const result of answer.results)
      say(`\n${bold(`${result.name}: ${plain(result.title)}`)}\n${plain(result.sql, true)}`)
  for (const { text } of answer.assumptions ?? []) say(`- Assumed: ${plain(text)}`)
  if (answer.reading?.title) note(dimNote(`Read as: ${plain(answer.reading.title)}`))
  const main = mainResult(answer)
  const results = shownResults(answer).toSorted((a, b) => Number(a === main) - Number(b === main))
  for (const result of results) {
    if (result.columns.length === 0) continue
    const title = results.length > 1 ? `${bold(`${result.name}: ${plain(result.title)}`)}\n` : ''
    say(`\n${title}${gridLines(result, rows).join('\n')}`)
  }
  for (const { title, kind, result } of answer.charts) {
    const name = answer.results.find(({ id }) => id === result)?.name ?? result
    note(dimNote(`Chart of ${plain(name)} in the browser: ${plain(title)} (${kind})`))
  }
  for (const check of answer.checks)
    if (check.state === 'warn' || warnsOfFigures(check)) note(`! ${plain(check.name)}: ${plain(check.note)}`)
  const { receipt } = answer
  if (receipt)
    note(
      dimNote(
        `\n${creditText(receipt.credits)}, ${creditText(receipt.balance)} left · ${(receipt.elapsed_ms / 1000).toFixed(1)} s · ${plain(receipt.model)}${sentText(receipt)}`,
      ),
    )
}

/** The other ways to read the question, with the ids by which they are chosen. */
export function printReadings({ readings = [], clarification }: Answer): void {
  const others = readings.filter(({ chosen }) => !chosen)
  if (others.length > 0 && !clarification) note('It may also mean:')
  for (const { id, title, first, word, means } of others) {
    const taken = word ? ` (${means ? `“${word}” as ${means}` : `without “${word}”`})` : ''
    const line = plain(`  ${id}  ${title}${taken}${first && `: ${first}`}`)
    if (clarification) say(line)
    else note(line)
  }
}

const sentText = ({ sent }: NonNullable<Answer['receipt']>): string =>
  sent === undefined
    ? ''
    : ` · ${sent ? `sent to ${plain(sent.hosts.join(', '))}: ${bytesText(sent.bytes)}` : 'nothing left the server'}`

/** The first rows of a result, formatted as the grid of the browser formats them. */
export function gridLines(result: AnswerResult, most: number, width = terminalWidth()): string[] {
  const rows = result.rows.slice(0, most)
  const formats = result.columns.map((column, i) => {
    const values = rows.map((row) => row[i] ?? null)
    return columnFormat(column, values, 'en')
  })
  const columns = result.columns.map((column, i) => ({ name: column.name, right: formats[i]!.align === 'end' }))
  const texts = rows.map((row) => formats.map((format, i) => (row[i] == null ? '' : format.text(row[i]))))
  const [head, ...lines] = tableLines(columns, texts, width)
  const more = result.total_rows - rows.length
  return [
    bold(head!),
    ...lines,
    ...(more > 0 ? [dim(`… ${more.toLocaleString('en')} more ${more === 1 ? 'row' : 'rows'}`)] : []),
  ]
}
