import { ButtonLink, Empty } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Day, number } from '#ui/format.tsx'
import { href, urls } from '../../urls.ts'
import type { LedgerLine } from '../rules/answers.ts'
import { changeOf, lineText } from '../rules/history.ts'
import { type ListPart, Pages, type SortedColumn, SortedTable } from './parts.tsx'

export type HistoryProps = ListPart & { lines: LedgerLine[] }

/** "+100", "-1", "0" */
const change = (count: number) => `${count > 0 ? '+' : ''}${number(count)}`

const COLUMNS: SortedColumn<LedgerLine>[] = [
  { title: 'What', by: 'what', text: true, cell: lineText },
  { title: 'Day', by: 'created', usual: true, cell: (line) => <Day at={line.created_at} /> },
  { title: 'Credits', by: 'credits', num: true, cell: (line) => change(changeOf(line)) },
]

export const History = ({ lines, ...list }: HistoryProps) => (
  <Card
    id="history"
    data-refresh
    title="History"
    beside={
      <ButtonLink look="small" to={href(urls.apiCreditHistory, {}, { format: 'csv' })} download label="Download CSV" />
    }
  >
    {lines.length > 0 ? (
      <SortedTable name="history" label="Every change of your credits" columns={COLUMNS} items={lines} {...list} />
    ) : (
      <Empty level="h3" title="Nothing yet" text="Every change of your credits appears here." />
    )}
    <Pages name="history" {...list} />
  </Card>
)
