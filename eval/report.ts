import { wilson } from './compare.ts'
import type { Outcome } from './spider.ts'
import type { Judged } from './suite.ts'

export type Share = { name: string; hits: number; total: number; low: number; high: number }
export const share = (name: string, hits: number, total: number): Share => {
  const [low, high] = wilson(hits, total)
  return { name, hits, total, low, high }
}

/** The shares that matter of one side of the split. */
export function summary(name: string, outcomes: Outcome[]): Share[] {
  const sure = outcomes.toSorted((a, b) => b.score - a.score).slice(0, Math.round(outcomes.length * 0.4))
  const count = (list: Outcome[], test: (outcome: Outcome) => boolean) => list.filter(test).length
  return [
    share(
      `${name}: strict`,
      count(outcomes, (o) => o.strict),
      outcomes.length,
    ),
    share(
      `${name}: gold columns within ours`,
      count(outcomes, (o) => o.subset),
      outcomes.length,
    ),
    share(
      `${name}: strict on the surest 40 %`,
      count(sure, (o) => o.strict),
      sure.length,
    ),
    share(
      `${name}: gold within ours on the surest 40 %`,
      count(sure, (o) => o.subset),
      sure.length,
    ),
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
