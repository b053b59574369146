import { emptyForm, type Form } from '../built-in/form.ts'
import { Conditions } from './conditions.ts'
import { narrowing } from './constructions.ts'
import { happened } from './deeds.ts'
import { differing } from './differences.ts'
import { Draft } from './draft.ts'
import { filling, grouping, joining, spreading } from './finishing.ts'
import { type Choice, type Given, Unfit } from './links.ts'
import { ordering } from './ordering.ts'
import { outputs } from './outputs.ts'

/** `score`: what doubtful links and choices take off. */
type Built = { form: Form; choices: Choice[]; score: number }

/** The query in which every part of the line has the given role; null where types or tables do not fit. */
export function assemble(given: Given): Built | null {
  try {
    const draft = new Draft(given)
    draft.findBase()
    draft.form = emptyForm(draft.base)
    outputs(draft)
    new Conditions(draft).read()
    ordering(draft)
    grouping(draft)
    filling(draft)
    narrowing(draft)
    differing(draft)
    happened(draft)
    spreading(draft)
    joining(draft)
    return { form: draft.form, choices: draft.choices, score: draft.score }
  } catch (error) {
    if (error instanceof Unfit) return null
    throw error
  }
}
