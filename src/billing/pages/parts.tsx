import { type ListQuery, listAddress } from '#ui/rules/list-address.ts'
import { SortHead } from '#ui/sort-head.tsx'
import { Table, type TableColumn } from '#ui/table.tsx'
import { urls } from '../../urls.ts'
import { indianDay } from '../rules/invoice.ts'

export const InvoiceDay = ({ moment }: { moment: string }) => (
  <time datetime={moment}>{indianDay(new Date(moment))}</time>
)

/** What a list on the page is shown by. `next`: cursor of what is older; `first`: whether nothing newer was left out. */
export type ListPart = { next: string | null; first: boolean; shown: ListQuery }
type ListName = 'history' | 'invoices'
/** `by`: name of the column in the order. */
export type SortedColumn<T> = TableColumn<T> & { by: string; text?: boolean; usual?: boolean }

type SortedProps<T> = ListPart & { name: ListName; label: string; columns: SortedColumn<T>[]; items: readonly T[] }

export const SortedTable = <T,>({ name, shown, label, columns, items }: SortedProps<T>) => {
  const headed = columns.map(({ by, text, usual, ...column }) => {
    const order = { address: urls.billing, shown, name: `${name}_sort`, part: name, by, text, usual }
    return { ...column, head: <SortHead {...order} num={column.num} label={column.title} /> }
  })
  return <Table plain label={label} columns={headed} items={items} />
}

type PagesProps = Omit<ListPart, 'shown'> & { name: string; label: string; address: string; shown?: ListQuery }

/** The ways to the newest and to the older entries of a list; its name is also that of its cursor. */
export const Pages = ({ name, label, address, next, first, shown = {} }: PagesProps) =>
  next || !first ? (
    <nav class="card-foot" aria-label={label}>
      {!first && <a href={`${listAddress(address, shown)}#${name}`}>Newest</a>}
      {next && <a href={`${listAddress(address, { ...shown, [name]: next })}#${name}`}>Older</a>}
    </nav>
  ) : null
