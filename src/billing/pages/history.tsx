import { ButtonLink, Empty } from '#ui/button.tsx'
import { Day, number } from '#ui/format.tsx'
import { type Shown, shownAddress } from '#ui/rules/shown.ts'
import { SortHead } from '#ui/sort-head.tsx'
import { href, urls } from '../../urls.ts'
import type { LedgerLine } from '../rules/answers.ts'
import { changeOf, lineText } from '../rules/history.ts'

/** `next`: cursor of the page of older lines; `first`: whether nothing newer was left out. */
export type HistoryProps = { lines: LedgerLine[]; next: string | null; first: boolean; shown: Shown }

const place = (shown: Shown) => ({ address: urls.billing, shown, name: 'history_sort', part: 'history' })
/** "+100", "-1", "0" */
const change = (count: number) => `${count > 0 ? '+' : ''}${number(count)}`

export const History = ({ lines, next, first, shown }: HistoryProps) => (
  <section class="card" id="history" data-refresh aria-labelledby="history-head">
    <div class="card-head">
      <h2 id="history-head">History</h2>
      <ButtonLink look="small" to={href(urls.apiCreditHistory, {}, { format: 'csv' })} download label="Download CSV" />
    </div>
    {lines.length > 0 ? (
      <div class="table-wrap">
        <table class="table table-plain table-stack" aria-label="Every change of your credits">
          <thead>
            <tr>
              <SortHead {...place(shown)} label="What" by="what" text />
              <SortHead {...place(shown)} label="Day" by="created" usual />
              <SortHead {...place(shown)} label="Credits" by="credits" num />
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr>
                <td>{lineText(line)}</td>
                <td data-label="Day">
                  <Day at={line.created_at} />
                </td>
                <td class="num" data-label="Credits">
                  {change(changeOf(line))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    ) : (
      <Empty level="h3" title="Nothing yet" text="Every change of your credits appears here." />
    )}
    {(next || !first) && (
      <nav class="card-foot" aria-label="Pages of the history">
        {!first && <a href={`${shownAddress(urls.billing, shown)}#history`}>Newest</a>}
        {next && <a href={`${shownAddress(urls.billing, { ...shown, history: next })}#history`}>Older</a>}
      </nav>
    )}
  </section>
)
