import { type Asked, addUse, costOf, NO_USE, type Price } from './asking.ts'
import { mcnemar } from './compare.ts'
import { cells, escaped, line, type Share, STYLE, share } from './report.ts'

export type ModelReport = { model: string; shares: Share[]; lines: string[]; asked: Asked[] }

const whole = (value: number) => Math.round(value).toLocaleString('en')
const nameOf = ({ database, turns }: Asked) => `${database}: ${turns.join(' → ')}`

/** The figures of a run. @param before the answers of another run, which this one is compared with */
export function modelReport(model: string, asked: Asked[], price: Price, before: Asked[] = []): ModelReport {
  const gold = asked.filter((one) => one.gold !== null)
  const off = asked.filter((one) => one.gold === null)
  const count = (list: Asked[], test: (one: Asked) => boolean) => list.filter(test).length
  const of = (name: string, list: Asked[], test: (one: Asked) => boolean) => share(name, count(list, test), list.length)
  const shares = [
    of('strict', gold, (one) => one.strict),
    of('gold columns within ours', gold, (one) => one.subset),
    of(
      'gold within ours where it answered',
      gold.filter(({ status }) => status === 'answered'),
      (one) => one.subset,
    ),
    of('wrong and sure', gold, (one) => one.sure && !one.subset),
    of('refused', gold, ({ status }) => status === 'refused'),
    of('asked back', gold, ({ status }) => status === 'clarify'),
    of('failed', asked, ({ status }) => !['answered', 'refused', 'clarify'].includes(status)),
    of('off-topic questions refused', off, ({ status }) => status === 'refused'),
    ...[...Map.groupBy(gold, ({ database }) => database)].map(([name, list]) =>
      of(`database ${name}`, list, (one) => one.subset),
    ),
  ].filter(({ total }) => total > 0)
  const use = asked.map((one) => one.use).reduce(addUse, NO_USE)
  const each = Math.max(1, asked.length)
  const times = asked.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const cost = costOf(use, price)
  const lines = [
    `${asked.length} questions of ${model}, ${(use.calls / each).toFixed(1)} calls each`,
    `tokens: ${whole(use.input)} read, of which ${whole(use.cached)} cached, and ${whole(use.output)} written; ${whole((use.input + use.output) / each)} a question`,
    ...(cost > 0 ? [`money: ${cost.toFixed(4)}, ${(cost / each).toFixed(5)} a question`] : []),
    `time of a question: median ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(0)} ms`,
    ...compared(gold, before),
  ]
  return { model, shares, lines, asked }
}

/** What came out otherwise than in the run before, over the questions that both asked. */
function compared(asked: Asked[], before: Asked[]): string[] {
  const earlier = new Map(before.map((one) => [nameOf(one), one]))
  const pairs = asked.flatMap((one) => {
    const other = earlier.get(nameOf(one))
    return other ? [{ now: one.subset, before: other.subset }] : []
  })
  if (pairs.length === 0) return []
  const better = pairs.filter(({ now, before }) => now && !before).length
  const worse = pairs.filter(({ now, before }) => !now && before).length
  return [
    `beside the baseline, over ${pairs.length} questions: ${better} right that were wrong, ${worse} wrong that were right (McNemar p = ${mcnemar(better, worse).toFixed(3)})`,
  ]
}

/** One page: figures, and what went wrong on the databases that may be looked at. */
export const modelPage = ({ model, shares, lines, asked }: ModelReport): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Evaluation of ${escaped(model)}</title>
<style>${STYLE}</style>
<h1>Evaluation of ${escaped(model)}</h1><pre>${escaped([...lines, '', ...shares.map(line)].join('\n'))}</pre>
<h2>Wrong answers of the databases that may be looked at</h2><table>${asked
    .filter((one) => !one.held && (one.gold === null ? one.status !== 'refused' : !one.subset))
    .map((one) =>
      cells([
        nameOf(one),
        one.status,
        one.sql ?? '',
        one.gold ?? 'to be refused',
        one.error ?? one.text,
        one.sure ? 'sure' : '',
      ]),
    )
    .join('')}</table></html>`
