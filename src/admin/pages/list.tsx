import type { Child } from 'hono/jsx'
import { Problem } from '#ui/field.tsx'
import { secondText } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/rules/icon.ts'
import { type Shown, shownAddress } from '../rules/list.ts'

/** What heads of columns need to know of their list. */
type Place = {
  /** Address of the page itself. */
  address: string
  shown: Shown
}

/**
 * Title of a page with what it is for, and beside it what is done with the whole of it.
 * @param props csv: address of the list as a file
 */
export const ListHead = (props: { title: string; intro: string; csv?: string; children?: Child }) => (
  <div class="page-head">
    <div>
      <h1>{props.title}</h1>
      <p>{props.intro}</p>
    </div>
    <div class="page-head-actions">
      {props.children}
      {props.csv && (
        <a class="button" href={props.csv} download>
          Export CSV
        </a>
      )}
    </div>
  </div>
)

/** Searches and filters a list. `children` are its selects and dates; the order stays as it is. */
export const ListForm = (props: Place & { search?: string; hint?: string; children?: Child }) => {
  const { address, shown, search, hint } = props
  const { q, sort, ...filters } = shown
  return (
    <search>
      <form class="admin-filter" method="get" action={address}>
        {sort && <input type="hidden" name="sort" value={sort} />}
        {search && (
          <label class="field grow">
            <span class="label">{search}</span>
            <input
              class="input"
              type="search"
              name="q"
              value={q ?? ''}
              maxlength={200}
              autocomplete="off"
              placeholder={hint}
            />
          </label>
        )}
        {props.children}
        <button class="button button-primary" type="submit">
          Filter
        </button>
        {(q || Object.values(filters).some(Boolean)) && (
          <a class="button" href={shownAddress(address, { sort })}>
            Clear
          </a>
        )}
      </form>
    </search>
  )
}

/** A filter of a few choices; without one everything is shown. `options`: value to what people read. */
export const ListSelect = (props: {
  name: string
  label: string
  all: string
  options: Record<string, string>
  shown: Shown
}) => (
  <label class="field">
    <span class="label">{props.label}</span>
    <select class="select" name={props.name}>
      <option value="">{props.all}</option>
      {Object.entries(props.options).map(([value, text]) => (
        <option value={value} selected={value === props.shown[props.name]}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

/** A filter that is typed, or with `type="date"` a day (UTC). */
export const ListInput = (props: {
  name: string
  label: string
  type?: 'text' | 'date'
  placeholder?: string
  shown: Shown
}) => (
  <label class="field">
    <span class="label">{props.label}</span>
    <input
      class="input"
      type={props.type ?? 'text'}
      name={props.name}
      value={props.shown[props.name] ?? ''}
      maxlength={props.type === 'date' ? undefined : 200}
      placeholder={props.placeholder}
      autocomplete="off"
    />
  </label>
)

type BodyProps<T> = Place & {
  /** Null when it could not be read. */
  page: { items: T[]; next: string | null } | null
  /** What the table shows, for screen readers. */
  label: string
  /** What stands there when there is nothing at all. */
  empty: { icon: IconName; title: string; text: string }
  /** The heads of the columns, as `th`. */
  head: Child
  /** One `tr`. */
  row: (item: T) => Child
  /** Stands on a page that began further down the list. */
  cursor?: string | undefined
}

/** The list itself: its table with the way on, or that there is nothing, or that it could not be read. */
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
        {(filtered || cursor) && (
          <a class="button" href={address}>
            Show all
          </a>
        )}
      </div>
    )
  return (
    <>
      <section class="table-wrap" tabindex={0} aria-label={label}>
        <table class="table table-stack">
          <thead>
            <tr>{props.head}</tr>
          </thead>
          <tbody>{page.items.map(props.row)}</tbody>
        </table>
      </section>
      {(cursor || page.next) && (
        <nav class="pagination" aria-label={`Pages of ${label}`}>
          {cursor && (
            <a class="button" href={shownAddress(address, shown)}>
              First page
            </a>
          )}
          {page.next && (
            <a class="button" href={shownAddress(address, { ...shown, cursor: page.next })} rel="next">
              Next page
            </a>
          )}
        </nav>
      )}
    </>
  )
}

/** That what should stand here could not be read. */
export const ListFailed = ({ address }: { address: string }) => (
  <div class="stack">
    <Problem text="This could not be read just now. What is wrong stands in the application logs." />
    <p>
      <a class="button" href={address}>
        Retry
      </a>
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
