import type { Page } from '#base/paging.ts'
import { PreviewBadge } from '#connections/pages/source-parts.tsx'
import { Field, Problem, Saved } from '#ui/field.tsx'
import { number } from '#ui/format.tsx'
import { SortHead } from '#ui/sort-head.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import { REASON_LENGTH } from '../rules/act.ts'
import { csvAddress, type Shown } from '../rules/list.ts'
import { ageText, type ConnectionHealth, type KindHealth, type Quotas, STATE_NAMES } from '../rules/source-health.ts'
import { ListBody, ListForm, ListHead, ListSelect, When } from './list.tsx'
import { StorageQuotas } from './storage-quotas.tsx'

type Props = {
  page: Page<ConnectionHealth> | null
  /** These two are null when they could not be read. */
  kinds: KindHealth[] | null
  quotas: Quotas | null
  shown: Shown
  cursor: string | undefined
  form: FormState
  /** Superadmins choose the kinds; others see them. */
  mayChange: boolean
  saved: boolean
  now: Date
}

const TONES = { ready: 'badge-green', syncing: 'badge-blue', failed: 'badge-red' } as const

export const DataSourcesPage = (props: Props) => {
  const { page, kinds, shown, cursor, now } = props
  const place = { address: urls.adminDataSources, shown }
  const labels = Object.fromEntries((kinds ?? []).map(({ engine, label }) => [engine, label]))
  return (
    <div class="page wide config">
      <ListHead
        title="Data Sources"
        intro="How the connections of all organizations fare, and which kinds can be connected. What is in them is not shown here."
        csv={csvAddress(urls.apiAdminDataSources, shown)}
      />
      <ListForm {...place} search="Connection, workspace or organization" hint="beginnings of words, or a whole id">
        <ListSelect name="engine" label="Kind" all="All kinds" options={labels} shown={shown} />
        <ListSelect name="status" label="State" all="All states" options={STATE_NAMES} shown={shown} />
      </ListForm>
      <ListBody
        {...place}
        page={page}
        cursor={cursor}
        label="connections"
        empty={{
          icon: 'table',
          title: 'Nobody has connected anything yet',
          text: 'Connections appear here as people make them.',
        }}
        head={
          <>
            <SortHead {...place} label="Connection" by="name" text />
            <SortHead {...place} label="Organization" by="organization" text />
            <SortHead {...place} label="Kind" by="kind" text />
            <SortHead {...place} label="State" by="state" text />
            <SortHead {...place} label="Last look" by="looked" num />
            <SortHead {...place} label="Connected (UTC)" by="created" usual />
          </>
        }
        row={(it) => (
          <tr>
            <td class="wrap">{it.name}</td>
            <td data-label="Organization" class="wrap">
              <a href={href(urls.adminOrganization, { id: it.organization.id })}>{it.organization.name}</a>
              <span class="muted"> / {it.workspace.name}</span>
            </td>
            <td data-label="Kind">{labels[it.engine] ?? it.engine}</td>
            <td data-label="State" class="admin-details">
              <span class={`badge ${TONES[it.status]}`}>{STATE_NAMES[it.status]}</span>
              {it.error && <span class="cell-note">{it.error}</span>}
            </td>
            <td data-label="Last look" class="when">
              <span title={it.last_synced_at ?? undefined}>{ageText(it.last_synced_at, now)}</span>
            </td>
            <td data-label="Connected">
              <When at={it.created_at} />
            </td>
          </tr>
        )}
      />
      <StorageQuotas quotas={props.quotas} mayChange={props.mayChange} />
      <Kinds {...props} />
    </div>
  )
}

const Kinds = ({ kinds, form, mayChange, saved }: Props) => {
  const again = Object.keys(form.values).length > 0
  const isOn = (it: KindHealth) => (again ? form.values[`engine.${it.engine}`] === 'yes' : it.offered)
  return (
    <section class="card config-kinds" id="kinds" aria-labelledby="kinds-head">
      <div class="card-head">
        <h2 id="kinds-head">Kinds that are offered</h2>
        <p>
          A kind that is switched off is offered to nobody, on pages and by the API. Connections that exist go on
          working. Kinds in preview were never run against the real product: try them with data that you can check.
          Their connections rest while they are switched off.
        </p>
      </div>
      <form class="card-body stack" method="post" action={urls.adminDataSourceKinds}>
        <Saved show={saved}>Saved. Every server follows within ten seconds.</Saved>
        <Problem text={kinds ? form.problem : 'The kinds could not be read just now.'} />
        <div class="config-fields">
          {kinds?.map((it) => (
            <label class="check">
              <input
                type="checkbox"
                name={`engine.${it.engine}`}
                value="yes"
                checked={isOn(it)}
                disabled={!mayChange}
              />
              <span>
                {it.label} {it.preview && <PreviewBadge />}
                <small>{it.possible ? numbersText(it) : `${numbersText(it)}; not set up on this server`}</small>
              </span>
            </label>
          ))}
        </div>
        {!kinds ? null : mayChange ? (
          <>
            <Field
              form={form}
              id="field-kinds-reason"
              name="reason"
              label="Reason"
              maxlength={REASON_LENGTH}
              hint="It stands with the version of the System Settings and in the audit log."
            />
            <div class="form-actions">
              <button class="button button-primary" type="submit">
                Save kinds
              </button>
            </div>
          </>
        ) : (
          <p class="muted small">Superadmins choose the kinds.</p>
        )}
      </form>
    </section>
  )
}

function numbersText({ connections }: KindHealth): string {
  const all = connections.ready + connections.syncing + connections.failed
  if (all === 0) return 'No connections'
  const counted = `${number(all)} ${all === 1 ? 'connection' : 'connections'}`
  return connections.failed === 0 ? counted : `${counted}, ${number(connections.failed)} failed`
}
