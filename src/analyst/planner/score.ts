import type { Reading } from './features.ts'
import { type Entry, isGuessed, isOpen } from './ledger.ts'
import { THRESHOLDS } from './weights.ts'

/** What a word that is left over takes off a question that edits the one before it. */
const OPEN_WORD = 0.25

/** How probable it is that a question that edits the one before it is read rightly, 0 to 1: of such no model was trained. */
export const followingScore = ({ firmness, ledger }: Reading): number =>
  Math.max(0, firmness - OPEN_WORD * ledger.filter(isOpen).length)

/** What the passes read less firmly than this is not answered: too much of the question names nothing. */
export const FIRM = 0.45
/** Nor is what was composed where so many of its words are left over. */
const MOST_OPEN = 0.34
/** What is as probable as that is answered with all the same, if what is asked for and which rows are meant have a place. */
export const PROBABLE = 0.6
/** What leaves a word over is answered with only where it is right more often than not. */
const EVEN = 0.5

/** A plan as far as it decides what is done with it. */
type Scored = { score: number; reading?: Pick<Reading, 'ledger' | 'firmness' | 'read'> }

/** `sure`: it is answered; `likely`: it is answered and its reading is told as doubtful; `unsure`: it is not answered. */
export type Confidence = 'sure' | 'likely' | 'unsure'

/** Whether the very thing that is asked for found no place: "which waiter", "average tuition", "the most time", "revenue per client". */
const lacksSubject = (ledger: Entry[]): boolean =>
  ledger.some((entry, at) => {
    const [before, after] = [ledger[at - 1]?.token.lower ?? '', ledger[at + 1]]
    if (!isOpen(entry)) return false
    // "Which flats are empty": all that is asked of them.
    if (/^(?:is|are)$/.test(before) && /^[?.!]?$/.test(after?.token.lower ?? '')) return true
    if (entry.kind !== 'word') return false
    // "Which municipal department": the department has one.
    const isPart = after?.state === 'bound' && /^(?:table|column)$/.test(after.kind)
    return (
      (/^(?:which|whose|many|average|avg|mean|most|highest|lowest|fewest|least|largest)$/.test(before) && !isPart) ||
      // "Average price per region" is no average price.
      /^(?:per|by|each|every)$/.test(before) ||
      (at === 0 && /^(?:per|by)$/.test(ledger[1]?.token.lower ?? ''))
    )
  })

/** Whether a word found no place that tells which rows are meant, by where it stands: "rain trips", "trips cycled". */
const lacksCondition = (ledger: Entry[]): boolean =>
  ledger.some((entry, at) => {
    const isRows = (beside?: Entry) => beside?.state === 'bound' && beside.kind === 'table'
    const isDone = /(?:ed|ing)$/.test(entry.token.lower)
    return isOpen(entry) && entry.kind === 'word' && (isRows(ledger[at + 1]) || (isDone && isRows(ledger[at - 1])))
  })

/** Whether a value of the tables that the question names is left out: what is shown is of other rows. */
const lacksValue = (ledger: Entry[]): boolean => ledger.some((entry) => isOpen(entry) && entry.kind === 'value')

function isVague({ ledger, firmness, read }: NonNullable<Scored['reading']>, score: number): boolean {
  const content = ledger.filter(({ state, kind }) => state !== 'filler' && kind !== 'mark')
  if (content.length === 0 || lacksSubject(ledger) || lacksValue(ledger)) return true
  if (read) return firmness < FIRM && (score < PROBABLE || lacksCondition(ledger))
  return score < PROBABLE && content.filter(isOpen).length > MOST_OPEN * content.length
}

/** How sure a reading is: one that leaves a word of the question over or guesses at one never is. */
export function confidenceOf({ score, reading }: Scored): Confidence {
  const least = reading?.ledger.some(isOpen) ? EVEN : THRESHOLDS.likely
  if (score < least || (reading && isVague(reading, score))) return 'unsure'
  const doubted = reading?.ledger.some((entry) => isOpen(entry) || isGuessed(entry))
  return score >= THRESHOLDS.sure && !doubted ? 'sure' : 'likely'
}

export const isAnswered = (plan: Scored): boolean => confidenceOf(plan) !== 'unsure'
