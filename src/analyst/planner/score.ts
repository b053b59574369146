import type { Reading } from './features.ts'
import { isGuessed, isOpen } from './ledger.ts'
import { THRESHOLDS } from './weights.ts'

/** What a word that is left over takes off a question that edits the one before it. */
const OPEN_WORD = 0.25

/** How probable it is that a question that edits the one before it is read rightly, 0 to 1: of such no model was trained. */
export const followingScore = ({ firmness, ledger }: Reading): number =>
  Math.max(0, firmness - OPEN_WORD * ledger.filter(isOpen).length)

/** Readings that are less firm than this are not answered, whatever else speaks for them: too much of the question names nothing. */
export const FIRM = 0.45

/** A plan as far as it decides what is done with it. */
type Scored = { score: number; reading?: Pick<Reading, 'ledger' | 'firmness'> }

/** `sure`: it is answered; `likely`: it is answered and its reading is told as doubtful; `unsure`: it is not answered. */
export type Confidence = 'sure' | 'likely' | 'unsure'

/** How sure a reading is: one that leaves a word of the question over or guesses at one never is. */
export function confidenceOf({ score, reading }: Scored): Confidence {
  if (score < THRESHOLDS.likely || (reading && reading.firmness < FIRM)) return 'unsure'
  const doubted = reading?.ledger.some((entry) => isOpen(entry) || isGuessed(entry))
  return score >= THRESHOLDS.sure && !doubted ? 'sure' : 'likely'
}

export const isAnswered = (plan: Scored): boolean => confidenceOf(plan) !== 'unsure'
