import type { Form } from '../built-in/form.ts'
import type { Token } from '../built-in/lex.ts'
import type { Mention } from '../built-in/link.ts'
import { Resolver } from '../built-in/resolve.ts'
import type { Schema } from '../built-in/schema.ts'
import { tag } from '../built-in/tag.ts'
import { tidy } from '../built-in/tidy.ts'
import { assemble } from './assemble.ts'
import { readings } from './beam.ts'
import { itemsOf, type Line } from './items.ts'
import type { Choice } from './links.ts'
import { meant } from './meant.ts'
import type { RoleWeights } from './role-model.ts'
import { isSound } from './sound.ts'
import { showsSubject, subjectOf } from './subject.ts'

/** `roles`: of the parts of the line; `score`: log-probability of the roles, less what doubtful links take off, which is `links`. */
export type Candidate = { form: Form; sql: string; roles: string[]; score: number; links: number }

/** Ways to give the parts of a question their roles that are followed at once. */
const WIDTH = 100

/** The likeliest queries for a question, best first, at most `most`, each with other SQL. */
export function compose(
  question: string,
  tokens: Token[],
  mentions: Mention[],
  schema: Schema,
  write: (form: Form) => string | null,
  most: number,
  weights: RoleWeights | null,
): { line: Line; fits(form: Form): boolean; candidates: Candidate[] } {
  const line = itemsOf(tag(tokens, mentions), schema)
  const resolver = new Resolver(schema, mentions)
  const subject = subjectOf(tokens, mentions)
  const fits = (form: Form) => isSound(form, question, schema) && showsSubject(form, subject, schema)
  const seen = new Set<string>()
  const candidates: Candidate[] = []
  for (const { roles, score } of readings(line, WIDTH, weights)) {
    // Links and choices only take off: nothing that comes can be better than what is there.
    if (candidates.length >= most && candidates.toSorted(byScore)[most - 1]!.score >= score) break
    const given = { line, roles, schema, resolver, question }
    const built = assemble(given)
    if (!built) continue
    for (const draft of [built, ...alternatives(built.choices).map((choice) => assemble({ ...given, choice }))]) {
      if (!draft) continue
      const form = meant(tidy(draft.form), question, schema)
      const sql = write(form)
      if (!sql || seen.has(sql) || !fits(form)) continue
      seen.add(sql)
      candidates.push({
        form,
        sql,
        roles,
        score: score + draft.score,
        links: draft.score,
      })
    }
  }
  return { line, fits, candidates: candidates.sort(byScore).slice(0, most) }
}

const byScore = (a: Candidate, b: Candidate) => b.score - a.score

/** Each doubtful choice taken the other way, one at a time. */
function* alternatives(choices: Choice[]): Generator<Map<string, number>> {
  for (const { key, others } of choices) for (let at = 1; at <= Math.min(others, 2); at++) yield new Map([[key, at]])
}
