import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import * as query from '#query/run.ts'
import type { WorkspaceCtx } from '../src/ctx.ts'
import { type Asked, ask, type Gold, MOMENT, rowsOf } from './asking.ts'
import { type Share, share } from './report.ts'
import { type Files, inWorld, openWorkspace } from './workspace.ts'

/**
 * Tables of other authors (strangers/tables, a folder for each group of them) and tables as offices have them (offices/tables) with everyday
 * questions (GROUP.yaml), asked through the whole product. Some groups, by the hash of their name, are never looked at while tuning: of these
 * only shares are told.
 */
export const SETS = ['strangers', 'offices'] as const
const folderOf = (set: (typeof SETS)[number]) => new URL(`./${set}/`, import.meta.url).pathname
export const isStrangerHeld = (group: string) => Number(Bun.hash.wyhash(group, 11n) % 2n) === 0
export const groups = (set: (typeof SETS)[number]): string[] => readdirSync(`${folderOf(set)}tables`).sort()
export const allGroups = (): string[] => SETS.flatMap(groups)
/** The folder of the set that a group is of. */
const homeOf = (group: string) => SETS.map(folderOf).find((folder) => existsSync(`${folder}${group}.yaml`))!

const LANGUAGES = { de: 'German', es: 'Spanish', fr: 'French', hi: 'Hindi' } as const
type Language = keyof typeof LANGUAGES

/**
 * `sql`: the statement that answers it, or several that do so equally well; with `expect: ask`, the readings that it leaves open.
 * `share`: the last column is a part of 1, which may be shown in percent. `on`: of the first question, the day on which all of its group are asked. `expect`: without it an answer. `same`: two other wordings. `typo`: one as it is typed in a hurry; the rest in other languages.
 */
export type Question = {
  ask: string
  sql?: string | string[]
  share?: true
  on?: string
  expect?: 'refuse' | 'ask'
  same?: [string, string]
  typo?: string
} & Partial<Record<Language, string>>

type Wording = 'plain' | 'same' | 'typo' | Language
/** What came of a question. `doubted`: answered otherwise than the gold, with a doubt told; `sure`: with none. */
type Verdict = 'right' | 'asked' | 'refused' | 'sure' | 'doubted'
export type Judged = Asked & { id: string; wording: Wording; verdict: Verdict; expect: 'answer' | 'refuse' | 'ask' }

export const questionsOf = async (group: string): Promise<Question[]> =>
  Bun.YAML.parse(await Bun.file(`${homeOf(group)}${group}.yaml`).text()) as Question[]

/** Names of the tables of a group with the files that they are in. */
export const tablesOf = (group: string): [name: string, path: string][] => {
  const folder = `${homeOf(group)}tables/${group}`
  return readdirSync(folder)
    .sort()
    .map((file) => [file.replace(/\.\w+$/, ''), `${folder}/${file}`])
}

export const filesOf = (group: string): Promise<Files> =>
  Promise.all(
    tablesOf(group).map(async ([, path]): Promise<Files[number]> => [basename(path), await Bun.file(path).bytes()]),
  )

/** The moment at which the questions of a group are asked. */
export const momentOf = ([{ on } = {}]: Partial<Question>[]): Date => (on ? new Date(`${on}T09:00:00Z`) : MOMENT)

/** A share as it may be shown: of 1, or in percent with as many digits as somebody likes. */
const SHOWN: ((part: number) => number)[] = [
  (part) => part,
  (part) => 100 * part,
  ...[0, 1, 2].map((digits) => (part: number) => Number((100 * part).toFixed(digits))),
]

/** The rows of each gold statement. @throws AppError where one does not run */
export async function golds(ctx: WorkspaceCtx, { sql = [], share }: Question): Promise<Gold[]> {
  const found: Gold[] = []
  for (const one of [sql].flat()) {
    const rows = await rowsOf(ctx, await query.run(ctx, { sql: one }))
    const gold = { sql: one, rows, ordered: /order by [^)]*$/i.test(one), leads: /limit 1$/i.test(one.trim()) }
    const shown = (how: (part: number) => number) =>
      rows.map((row) => row.with(-1, row.at(-1) === null ? null : how(Number(row.at(-1)))))
    found.push(...(share ? SHOWN.map((how) => ({ ...gold, rows: shown(how) })) : [gold]))
  }
  return found
}

/** Sentences of the built-in analyst that tell a doubt: what it read, took or left out. */
const DOUBT = /(?:^|[.!?] )(?:I |Careful:|Each .* counts once)|, so “/

function verdictOf({ status, subset, sure, text }: Asked, expect: Judged['expect']): Verdict {
  if (status === 'clarify') return expect === 'ask' ? 'right' : 'asked'
  if (status !== 'answered') return expect === 'refuse' ? 'right' : 'refused'
  const isSure = sure && !DOUBT.test(text)
  // One of several readings is right only when it is told which one.
  if (subset && (expect === 'answer' || (expect === 'ask' && !isSure))) return 'right'
  return isSure ? 'sure' : 'doubted'
}

const wordingsOf = (item: Question): [Wording, string][] => [
  ['plain', item.ask],
  ...(item.same ?? []).map((text): [Wording, string] => ['same', text]),
  ...(['typo', ...(Object.keys(LANGUAGES) as Language[])] as const).flatMap((wording): [Wording, string][] =>
    item[wording] ? [[wording, item[wording]]] : [],
  ),
]

/** Uploads the tables of each of these groups and asks every question about them in all of its wordings. */
export const runStrangers = (names: string[]): Promise<Judged[]> =>
  inWorld({}, async (world) => {
    const all: Judged[] = []
    for (const group of names) {
      const questions = await questionsOf(group)
      const moment = momentOf(questions)
      const ctx = await openWorkspace(world, { ...world, now: () => moment }, await filesOf(group))
      for (const [at, item] of questions.entries()) {
        const expect: Judged['expect'] = item.expect ?? 'answer'
        const about = { id: `${group} ${at + 1}`, expect }
        const [gold = null, ...others] = await golds(ctx, item)
        for (const [wording, text] of wordingsOf(item)) {
          const asking = { database: group, turns: [text], gold, others, held: isStrangerHeld(group), at: moment }
          const asked = await ask(ctx, asking)
          all.push({ ...asked, ...about, wording, verdict: verdictOf(asked, expect) })
        }
      }
    }
    return all
  })

const VERDICTS: Record<Verdict, string> = {
  right: 'right',
  asked: 'asked back',
  refused: 'refused or failed',
  sure: 'wrong and sure',
  doubted: 'wrong but doubted',
}

/** The shares of one half. */
export function strangerShares(half: string, all: Judged[]): Share[] {
  const plain = all.filter(({ wording }) => wording === 'plain')
  const of = (name: string, list: Judged[], test: (one: Judged) => boolean) =>
    share(`${half}: ${name}`, list.filter(test).length, list.length)
  const is = (verdict: Verdict) => (one: Judged) => one.verdict === verdict
  const triples = [...Map.groupBy(all, ({ id }) => id).values()]
    .map((list) => list.filter(({ wording }) => wording === 'plain' || wording === 'same'))
    .filter((list) => list.length > 1)
  return [
    ...Object.entries(VERDICTS).map(([verdict, name]) => of(name, plain, is(verdict as Verdict))),
    of('asked, right one offered', plain, ({ offered, verdict }) => offered && verdict === 'asked'),
    of(
      'strict',
      plain.filter(({ expect }) => expect === 'answer'),
      ({ strict }) => strict,
    ),
    of(
      'unanswerable refused',
      plain.filter(({ expect }) => expect === 'refuse'),
      is('right'),
    ),
    of(
      'ambiguous asked',
      plain.filter(({ expect }) => expect === 'ask'),
      is('right'),
    ),
    share(`${half}: three wordings, one outcome`, triples.filter(isOne).length, triples.length),
    share(
      `${half}: three wordings, all right`,
      triples.filter((list) => list.every(is('right'))).length,
      triples.length,
    ),
    ...(['typo', ...(Object.keys(LANGUAGES) as Language[])] as const).map((wording) =>
      of(
        wording === 'typo' ? 'misspelt' : LANGUAGES[wording],
        all.filter((one) => one.wording === wording),
        is('right'),
      ),
    ),
  ].filter(({ total }) => total > 0)
}

/** All right, or all without an answer, or all the same statement. */
const isOne = (list: Judged[]) =>
  new Set(list.map((one) => (one.verdict === 'right' ? 'right' : one.status === 'answered' ? one.sql : one.status)))
    .size === 1

/** One wrong answer, as it is read while tuning. */
export const failure = ({ id, wording, turns, verdict, sql, text, gold }: Judged): string =>
  `${verdict.padEnd(8)} ${id}${wording === 'plain' ? '' : ` (${wording})`}: ${turns.at(-1)}\n         gold: ${gold ?? 'refuse'}\n         ours: ${sql ?? ''}\n         said: ${text.slice(0, 300)}`
