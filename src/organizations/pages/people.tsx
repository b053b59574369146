import type { Child } from 'hono/jsx'
import { ButtonLink, Empty, Submit } from '#ui/button.tsx'
import { Problem } from '#ui/field.tsx'
import { PostButton, type Question } from '#ui/post-button.tsx'
import type { HttpContext } from '#web/http-context.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, OrganizationRole } from '../../ctx.ts'

type User = { id: string; name: string; email: string; image?: string | null }

/** A person in a list: picture or initial, name or 'No name', address. */
export const Person = ({ user, self }: { user: User; self: boolean }) => (
  <div class="person">
    <span class="avatar" aria-hidden="true">
      {[...(user.name || user.email)][0]}
      {user.image && <img src={user.image} alt="" width={28} height={28} loading="lazy" />}
    </span>
    <div>
      <span class="person-name">
        <span class="main truncate">{user.name || 'No name'}</span>
        {self && <span class="badge">You</span>}
      </span>
      <span class="muted small truncate">{user.email}</span>
    </div>
  </div>
)

/** Swaps the part of the page with the id `list` for that of the answer, where scripts run. */
const swapping = (list: string) => ({
  'hx-select': `#${list}`,
  'hx-target': `#${list}`,
  'hx-swap': 'outerHTML',
})

type RoleProps = {
  /** Where the choice is posted: the address of the list as it is shown. */
  address: string
  list: string
  /** Hidden field that names the member. */
  field: string
  value: string
  name: string
  role: OrganizationRole
  roles: OrganizationRole[]
}

/** Chooses a role: at once where scripts run, with a button otherwise. */
export const RoleSelect = ({ address, list, field, value, name, role, roles }: RoleProps) => (
  <form class="role-form" method="post" action={address} hx-post={address} hx-trigger="change" {...swapping(list)}>
    <input type="hidden" name={field} value={value} />
    <label class="quiet" for={`role-${value}`}>
      Role of {name}
    </label>
    <select class="select select-small" id={`role-${value}`} name="role">
      {roles.map((it) => (
        <option value={it} selected={it === role}>
          {it}
        </option>
      ))}
    </select>
    <noscript>
      <Submit look="small" label="Save" />
    </noscript>
  </form>
)

type RemoveProps = { address: string; field: string; value: string; name: string; question: Question }

export const RemoveButton = ({ address, field, value, name, question }: RemoveProps) => (
  <PostButton to={address} fields={{ [field]: value }} ask={question} look="small">
    Remove<span class="quiet"> {name}</span>
  </PostButton>
)

type ConfirmProps = { question: Question; of?: User; address: string; fields?: Record<string, string>; back: string }

/** A page that asks before something that matters, for browsers without script. @param props.of whom it is about */
export const confirmPage = (c: HttpContext, ctx: Ctx, props: ConfirmProps): Response =>
  pageAnswer(c, ctx, { layout: 'app', title: props.question.title }, <ConfirmPage {...props} />)

const ConfirmPage = ({ question, of, address, fields, back }: ConfirmProps) => (
  <div class="page centred">
    <form class="card" method="post" action={address}>
      <div class="card-body">
        <h1>{question.title}</h1>
        <p>{question.message}</p>
        {of && (
          <p class="muted">
            {of.name || 'No name'}, {of.email}
          </p>
        )}
        {Object.entries({ ...fields, confirmed: 'yes' }).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="form-actions">
          <Submit look="danger">{question.action}</Submit>
          <ButtonLink to={back} label="Cancel" />
        </div>
      </div>
    </form>
  </div>
)

type SearchProps = { address: string; list: string; q: string; label: string }

/** Searches a list while somebody types; with Enter where no script runs. */
export const Search = ({ address, list, q, label }: SearchProps) => (
  <search>
    <form
      class="search-form"
      method="get"
      action={address}
      hx-get={address}
      hx-trigger="input delay:250ms, submit"
      hx-replace-url="true"
      {...swapping(list)}
    >
      <label class="quiet" for={`${list}-q`}>
        {label}
      </label>
      <input class="input" type="search" id={`${list}-q`} name="q" value={q} maxlength={200} placeholder={label} />
      <noscript>
        <Submit label="Search" />
      </noscript>
    </form>
  </search>
)

/**
 * The list around rows of people: what was done, what went wrong, nobody found, the table with its head, and the way to the next page.
 * @param props columns: heads after "Member"; actions: whether a last column has buttons; all, more: addresses of the whole list and of its next page
 */
export const PeopleTable = (props: {
  done: Child
  problem: string | null
  q: string
  empty: boolean
  columns: string[]
  actions: boolean
  all: string
  more: string | null
  children: Child
}) => (
  <section id="members" class="stack" aria-label="Members">
    {props.done}
    <Problem text={props.problem} />
    {props.empty ? (
      <Empty title={props.q ? `Nobody matches “${props.q}”` : 'Nobody else on this page'}>
        <ButtonLink to={props.all} label="Show all members" />
      </Empty>
    ) : (
      <div class="table-wrap">
        <table class="table table-stack table-people">
          <thead>
            <tr>
              <th>Member</th>
              {props.columns.map((name) => (
                <th>{name}</th>
              ))}
              {props.actions && (
                <th>
                  <span class="quiet">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>{props.children}</tbody>
        </table>
      </div>
    )}
    {props.more && (
      <p class="pagination">
        <ButtonLink to={props.more} label="More members" />
      </p>
    )}
  </section>
)
