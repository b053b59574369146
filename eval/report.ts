import { wilson } from './compare.ts'
import type { Outcome } from './spider.ts'
import type { Judged } from './suite.ts'

export type Share = { name: string; hits: number; total: number; low: number; high: number }
export const share = (name: string, hits: number, total: number): Share => {
  const [low, high] = wilson(hits, total)
  return { name, hits, total, low, high }
}

/** The shares that matter of one side of the split: how good the readings are, then what is done with them. */
export function summary(name: string, outcomes: Outcome[]): Share[] {
  const sorted = outcomes.toSorted((a, b) => b.score - a.score)
  const surest = (part: number) => sorted.slice(0, Math.round(outcomes.length * part))
  const of = (what: string, list: Outcome[], test: (outcome: Outcome) => boolean) =>
    share(`${name}: ${what}`, list.filter(test).length, list.length)
  const isStrict = ({ strict }: Outcome) => strict
  return [
    of('strict', outcomes, isStrict),
    of('gold columns within ours', outcomes, ({ subset }) => subset),
    ...[20, 40, 60].map((part) => of(`strict on the surest ${part} %`, surest(part / 100), isStrict)),
    of('gold within ours on the surest 40 %', surest(0.4), ({ subset }) => subset),
    of('right and sure', outcomes, ({ confidence, strict }) => confidence === 'sure' && strict),
    of('wrong and sure', outcomes, ({ confidence, strict }) => confidence === 'sure' && !strict),
    of('right, told as doubtful', outcomes, ({ confidence, strict }) => confidence === 'likely' && strict),
    of('wrong, told as doubtful', outcomes, ({ confidence, strict }) => confidence === 'likely' && !strict),
    of('asked or refused', outcomes, ({ confidence }) => confidence === 'unsure'),
  ]
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`
export const line = (s: Share) =>
  `${s.name.padEnd(48)} ${percent(s.total ? s.hits / s.total : 0).padStart(7)}  (${s.hits} of ${s.total}; ${percent(s.low)} to ${percent(s.high)})`

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const cells = (texts: string[]) => `<tr>${texts.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`

export const STYLE =
  'body{font:14px/1.5 system-ui;margin:2rem;max-width:100rem}td{vertical-align:top;padding:.25rem .75rem .25rem 0;border-top:1px solid #ddd}pre{white-space:pre-wrap}'

/** One page: the shares, the questions that went wrong, the suite. */
export function page(shares: Share[], outcomes: Outcome[], suite: Judged[], answered: string[]): string {
  const wrong = outcomes.filter((o) => !o.subset && !o.held)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Evaluation of the analyst</title>
<style>${STYLE}</style>
<h1>Evaluation of the analyst</h1><pre>${escaped(shares.map(line).join('\n'))}</pre>
<h2>Business questions that failed</h2><table>${suite
    .filter((item) => !item.pass)
    .map((item) => cells([item.turns.join(' → '), item.got ?? '', item.sql, item.note]))
    .join('')}</table>
<h2>Off-topic questions that were answered</h2><ul>${answered.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>
<h2>Wrong answers of the databases that may be looked at</h2><table>${wrong
    .map((o) => cells([o.database, o.question, o.sql ?? '', o.gold, `${o.score.toFixed(2)} ${o.error ?? ''}`]))
    .join('')}</table></html>`
}
