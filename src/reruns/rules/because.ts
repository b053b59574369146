import { dayText, numberText, PLAIN } from '#base/format.ts'
import { listed } from '#base/text.ts'
import { plural, singular } from '#base/word-forms.ts'
import type { Cell } from '#query/rules/answers.ts'
import type { CellJson, FateJson, RerunJson, SourceJson } from './answers.ts'

type Asked = Pick<RerunJson, 'before' | 'same' | 'moved' | 'filters_moved'>

/** "6 orders of April 2026" */
function rowsText(table: string, rows: number, first: string | null, last: string | null): string {
  const noun = table.replaceAll('_', ' ')
  const period = periodOf(first, last)
  return `${numberText(rows)} ${rows === 1 ? singular(noun) : plural(noun)}${period ? ` of ${period}` : ''}`
}

function periodOf(first: string | null, last: string | null): string {
  if (!first || !last) return ''
  if (first === last) return dayText(first)
  if (first.slice(0, 7) === last.slice(0, 7))
    return new Date(first).toLocaleDateString(PLAIN, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return first.slice(0, 4) === last.slice(0, 4) ? first.slice(0, 4) : ''
}

const signed = (amount: number) => `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${numberText(Math.abs(amount))}`

/** What became of the rows of each kind, and what that comes to where it is one figure. */
function reasons({ tables, cells }: SourceJson, then: string): string[] {
  const cell = cells.length === 1 ? cells[0]! : null
  const of = (fate: FateJson) =>
    tables.flatMap(({ table, fates }) =>
      fates
        .filter((one) => one.fate === fate)
        .map((one) => ({ ...one, text: rowsText(table, one.rows, one.first, one.last) })),
    )
  const said = (fate: FateJson, one: string, many: string) => {
    const found = of(fate)
    if (found.length === 0) return []
    const isOne = found.length === 1 && found[0]!.rows === 1
    return [`${found.map(({ text }) => text).join(' and ')} ${isOne ? one : many}`]
  }
  const withAmount = (texts: string[], kind: keyof CellJson) => {
    const amount = cell?.[kind]
    return texts.length > 0 && typeof amount === 'number' ? [`${texts.join(' and ')} (${signed(amount)})`] : texts
  }
  const isLate = of('added').every(({ last }) => last !== null && last <= then.slice(0, 10))
  return [
    ...withAmount(isLate ? said('added', 'arrived late', 'arrived late') : said('added', 'is new', 'are new'), 'added'),
    ...withAmount(said('corrected', 'was corrected', 'were corrected'), 'corrected'),
    ...withAmount(said('removed', 'was removed', 'were removed'), 'removed'),
    ...withAmount(
      [
        ...said('entered', 'counts that did not', 'count that did not'),
        ...said('left', 'counts no longer', 'count no longer'),
      ],
      'moved',
    ),
  ]
}

/** "On 3 May 2026 you were told 4,120,000; now it is 4,310,000, because 6 orders of April 2026 arrived late (+150,000) and …" */
export function becauseText(
  { before, same, moved, filters_moved }: Asked,
  source: SourceJson | null,
  write: (column: string, cell: Cell) => string,
): string {
  if (same) return ''
  const why = source ? reasons(source, before.at) : []
  const fates = source?.tables.flatMap((table) => table.fates) ?? []
  const isElsewhere = fates.length === 0 || fates.some(({ fate }) => fate === 'entered' || fate === 'left')
  const all = [
    listed(why),
    source && source.others.length > 0 && `other rows of ${source.others.join(' and ')} decide which rows count`,
    isElsewhere && moved && 'its period is another one',
    isElsewhere && filters_moved && 'its filters choose other rows',
  ]
    .filter(Boolean)
    .join('; ')
  const [cell, ...more] = source?.cells ?? []
  if (cell && more.length === 0) {
    const [then, now] = [cell.before, cell.now].map((one) => write(cell.column, one))
    return `On ${dayText(before.at)} you were told ${then}; now it is ${now}${all && `, because ${all}`}.`
  }
  return all && `Since ${dayText(before.at)}: ${all}.`
}
