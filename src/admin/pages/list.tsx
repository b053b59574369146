import type { Child } from 'hono/jsx'
import { ButtonLink, Submit } from '#ui/button.tsx'
import { Problem } from '#ui/field.tsx'
import { number, secondText } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { IconName } from '#ui/rules/icon.ts'
import { SortHead } from '#ui/sort-head.tsx'
import { Table, type TableColumn } from '#ui/table.tsx'
import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import {
  type AnyList,
  type ColumnsOf,
  columnsOf,
  columnValue,
  type Filter,
  type ItemOf,
  type Shown,
  shownAddress,
} from '../rules/list.ts'
import { moneyText } from './refund-actions.tsx'

/**
 * Title of a page with what it is for, and beside it what is done with the whole of it.
 * @param props csv: address of the list as a file
 */
export const ListHead = (props: { title: string; intro: Child; csv?: string; children?: Child }) => (
  <PageHead title={props.title} text={props.intro}>
    {props.children}
    {props.csv && <ButtonLink to={props.csv} label="Export CSV" download />}
  </PageHead>
)

type Choices = Readonly<Record<string, string>>
type FieldProps = { name: string; filter: Filter; value: string | undefined; options?: Choices | undefined }

/** A filter as a field: a few choices, a day (UTC), or a text that is typed. */
export const FilterField = ({ name, filter, value, options = filter.options }: FieldProps) => {
  if (filter.label === undefined) return value ? <input type="hidden" name={name} value={value} /> : null
  if (options)
    return (
      <label class="field">
        <span class="label">{filter.label}</span>
        <select class="select" name={name}>
          <option value="">{filter.all}</option>
          {Object.entries(options).map(([option, text]) => (
            <option value={option} selected={option === value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    )
  const isSearch = name === 'q'
  return (
    <label class={isSearch ? 'field grow' : 'field'}>
      <span class="label">{filter.label}</span>
      <input
        class="input"
        type={isSearch ? 'search' : filter.day ? 'date' : 'text'}
        name={name}
        value={value ?? ''}
        maxlength={filter.day ? undefined : 200}
        placeholder={filter.placeholder}
        autocomplete="off"
      />
    </label>
  )
}

type FormProps = Pick<ListProps<AnyList>, 'list' | 'address' | 'shown' | 'options'>

/** The form that searches and filters a list; the order stays as it is. */
const ListForm = ({ list, address, shown, options }: FormProps) => {
  const { sort, ...filters } = shown
  const { q, ...others } = list.filters as Record<string, Filter>
  return (
    <search>
      <form class="admin-filter" method="get" action={address}>
        {sort && <input type="hidden" name="sort" value={sort} />}
        {Object.entries({ ...(q ? { q } : {}), ...others }).map(([name, filter]) => (
          <FilterField name={name} filter={filter} value={filters[name]} options={options?.[name]} />
        ))}
        <Submit look="primary" label="Filter" />
        {Object.values(filters).some(Boolean) && <ButtonLink to={shownAddress(address, { sort })} label="Clear" />}
      </form>
    </search>
  )
}

/** What a cell shows: its value as it is (`true`), something made of the item, or that with a class. */
type CellOf<T> = true | ((item: T) => Child) | [className: string, show: (item: T) => Child]
/** The columns of a page from left to right; what the list does not have are buttons and boxes. */
type Cells<L extends AnyList> = { [Name in (keyof L['columns'] & string) | 'Actions' | 'Choose']?: CellOf<ItemOf<L>> }

type ListProps<L extends AnyList> = ListState<ItemOf<L>> & {
  list: L
  /** Of the page itself. */
  address: string
  /** What the table shows, for screen readers. */
  label: string
  empty: Empty
  cells: Cells<L>
  /** Choices of filters that are not the same at all times. */
  options?: Record<string, Choices>
  rowClass?: string
  /** Stands between the filters and the table. */
  children?: Child
}
type Empty = { icon: IconName; title: string; text: string }

/** A list on its page: its filters, its table with the way on, or that there is nothing, or that it could not be read. */
export function ListView<L extends AnyList>(props: ListProps<L>) {
  const { list, address, shown, cells } = props
  const columns = Object.entries(cells as Record<string, CellOf<ItemOf<L>>>).map(([name, cell]) =>
    columnOf(columnsOf(list), name, cell, { address, shown }),
  )
  return (
    <>
      <ListForm {...props} />
      {props.children}
      <ListBody {...props} columns={columns} />
    </>
  )
}

function columnOf<T>(columns: ColumnsOf<T>, name: string, cell: CellOf<T>, place: { address: string; shown: Shown }) {
  const { title = name, sort, type, labels } = columns[name] ?? {}
  const [className, show] = Array.isArray(cell) ? cell : [undefined, cell]
  const value = (item: T) => columnValue(columns, name, item)
  const plain = (item: T): Child => {
    const it = value(item)
    if (it === null || it === undefined || it === '') return '–'
    if (type === 'moment') return <When at={it as string} />
    if (type === 'money') return moneyText(it as number, (item as { currency: string }).currency)
    return type === 'count' ? number(it as number) : (labels?.[String(it)] ?? String(it))
  }
  const num = type === 'count' || type === 'money'
  const head = sort ? (
    <SortHead {...place} label={title} by={sort} usual={sort === 'created'} num={num} text={type === undefined} />
  ) : undefined
  return { title, quiet: !columns[name], num, head, class: className, cell: show === true ? plain : show }
}

type BodyProps<T> = ListState<T> & {
  address: string
  label: string
  empty: Empty
  columns: TableColumn<T>[]
  rowClass?: string
}

/** A page of a list with the way on, or that there is nothing, or that it could not be read. */
export function ListBody<T>(props: BodyProps<T>) {
  const { page, address, shown, label, empty, cursor } = props
  if (page === null) return <ListFailed address={shownAddress(address, { ...shown, cursor })} />
  const { sort: _, ...filters } = shown
  const filtered = Object.values(filters).some(Boolean)
  if (page.items.length === 0)
    return (
      <div class="empty">
        <Icon name={empty.icon} />
        <h2>{filtered ? 'Nothing matches' : cursor ? 'Nothing further' : empty.title}</h2>
        <p>
          {filtered
            ? 'Try fewer filters, or only the beginning of a word.'
            : cursor
              ? 'The list ended before here.'
              : empty.text}
        </p>
        {(filtered || cursor) && <ButtonLink to={address} label="Show all" />}
      </div>
    )
  return (
    <>
      <Table label={label} columns={props.columns} items={page.items} rowClass={props.rowClass} />
      {(cursor || page.next) && (
        <nav class="pagination" aria-label={`Pages of ${label}`}>
          {cursor && <ButtonLink to={shownAddress(address, shown)} label="First page" />}
          {page.next && (
            <ButtonLink to={shownAddress(address, { ...shown, cursor: page.next })} label="Next page" rel="next" />
          )}
        </nav>
      )}
    </>
  )
}

export const ListFailed = ({ address }: { address: string }) => (
  <div class="stack">
    <Problem text="This could not be read just now. What is wrong stands in the application logs." />
    <p>
      <ButtonLink to={address} label="Retry" />
    </p>
  </div>
)

/** An address that is broken behind its @ where it has to be broken. */
export const Email = ({ of }: { of: string }) => {
  const domain = of.indexOf('@') + 1
  return (
    <span class="email">
      {of.slice(0, domain)}
      <wbr />
      {of.slice(domain)}
    </span>
  )
}

/** Somebody by their name, with their address to tell two of one name apart; by the address alone where there is no name. */
export const Person = ({ name, email }: { name: string; email: string }) =>
  name ? <span title={email}>{name}</span> : <Email of={email} />

/** Somebody as the first thing of a row: their name, which leads somewhere, and their address below. */
export const PersonLink = (props: { user: { name: string; email: string }; to: string; main?: boolean }) => (
  <>
    <a class={props.main ? 'main' : undefined} href={props.to}>
      {props.user.name || 'No name'}
    </a>
    <span class="cell-note">
      <Email of={props.user.email} />
    </span>
  </>
)

type PlaceProps = { organization: { id: string; name: string }; workspace: { name: string } }

/** The workspace that something is in, below its organization. */
export const Placed = ({ organization, workspace }: PlaceProps) => (
  <>
    <a href={href(urls.adminOrganization, { id: organization.id })}>{organization.name}</a>
    <span class="muted"> / {workspace.name}</span>
  </>
)

/** A moment to the second, in UTC. */
export const When = ({ at }: { at: string | Date | null }) => {
  if (at === null) return <>–</>
  const text = typeof at === 'string' ? at : at.toISOString()
  return (
    <time class="when" datetime={text} title={text}>
      {secondText(text)}
    </time>
  )
}
