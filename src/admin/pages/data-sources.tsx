import { PreviewBadge } from '#connections/pages/source-parts.tsx'
import { Field, Problem, Saved } from '#ui/field.tsx'
import { number } from '#ui/format.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import { REASON_LENGTH } from '../rules/act.ts'
import { csvAddress } from '../rules/list.ts'
import {
  ageText,
  type ConnectionHealth,
  healthList,
  type KindHealth,
  type Quotas,
  STATE_NAMES,
} from '../rules/source-health.ts'
import { ListHead, ListView } from './list.tsx'
import { StorageQuotas } from './storage-quotas.tsx'

type Props = {
  state: ListState<ConnectionHealth>
  /** These two are null when they could not be read. */
  kinds: KindHealth[] | null
  quotas: Quotas | null
  form: FormState
  /** Superadmins choose the kinds; others see them. */
  mayChange: boolean
  saved: boolean
  now: Date
}

const TONES = { ready: 'badge-green', syncing: 'badge-blue', failed: 'badge-red' } as const

export const DataSourcesPage = (props: Props) => {
  const { state, kinds, now } = props
  const labels = Object.fromEntries((kinds ?? []).map(({ engine, label }) => [engine, label]))
  return (
    <div class="page wide config">
      <ListHead
        title="Data Sources"
        intro="How the connections of all organizations fare, and which kinds can be connected. What is in them is not shown here."
        csv={csvAddress(urls.apiAdminDataSources, state.shown)}
      />
      <ListView
        {...state}
        list={healthList}
        address={urls.adminDataSources}
        label="connections"
        options={{ engine: labels }}
        empty={{
          icon: 'table',
          title: 'Nobody has connected anything yet',
          text: 'Connections appear here as people make them.',
        }}
        cells={{
          name: ['wrap', (it) => it.name],
          organization: [
            'wrap',
            ({ organization, workspace }) => (
              <>
                <a href={href(urls.adminOrganization, { id: organization.id })}>{organization.name}</a>
                <span class="muted"> / {workspace.name}</span>
              </>
            ),
          ],
          engine: (it) => labels[it.engine] ?? it.engine,
          status: [
            'admin-details',
            (it) => (
              <>
                <span class={`badge ${TONES[it.status]}`}>{STATE_NAMES[it.status]}</span>
                {it.error && <span class="cell-note">{it.error}</span>}
              </>
            ),
          ],
          last_synced_at: ['when', ({ last_synced_at: at }) => <span title={at ?? undefined}>{ageText(at, now)}</span>],
          created_at: true,
        }}
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
