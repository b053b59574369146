import { PreviewBadge } from '#connections/pages/source-parts.tsx'
import { bytesText, limitText } from '#files/rules/transfer.ts'
import { HELD_PLAN_NAMES } from '#organizations/rules/plan.ts'
import { Submit } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Field, Problem, Saved } from '#ui/field.tsx'
import { counted, number } from '#ui/format.tsx'
import { Table } from '#ui/table.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import { REASON_LENGTH } from '../rules/action.ts'
import { csvAddress } from '../rules/list.ts'
import {
  ageText,
  type ConnectionHealth,
  healthList,
  type KindHealth,
  type Quotas,
  STATE_NAMES,
} from '../rules/source-health.ts'
import { ListHead, ListView, Placed } from './list.tsx'
import { Part } from './parts.tsx'

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
          organization: ['wrap', Placed],
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
    <Card
      id="kinds"
      class="config-kinds"
      title="Kinds that are offered"
      intro="A kind that is switched off is offered to nobody, on pages and by the API. Connections that exist go on working. Kinds in preview were never run against the real product: try them with data that you can check. Their connections rest while they are switched off."
    >
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
              <Submit look="primary" label="Save kinds" />
            </div>
          </>
        ) : (
          <p class="muted small">Superadmins choose the kinds.</p>
        )}
      </form>
    </Card>
  )
}

function numbersText({ connections }: KindHealth): string {
  const all = connections.ready + connections.syncing + connections.failed
  if (all === 0) return 'No connections'
  const text = counted(all, 'connection')
  return connections.failed === 0 ? text : `${text}, ${number(connections.failed)} failed`
}

const sizeText = (bytes: number) => limitText(bytes / 1_048_576)

/** What organizations may keep, and who is about to have no room. `quotas` is null where they could not be read. */
const StorageQuotas = ({ quotas, mayChange }: { quotas: Quotas | null; mayChange: boolean }) => (
  <Part
    id="quotas"
    title="Storage quotas"
    intro="Files that an organization may keep, by the best plan of its owners, and the organizations that have filled nine tenths of it."
  >
    {quotas === null ? (
      <div class="card-body">
        <Problem text="The quotas could not be read just now." />
      </div>
    ) : (
      <>
        <Facts
          class="card-body"
          of={Object.fromEntries(
            Object.entries(quotas.limits).map(([plan, bytes]) => [
              HELD_PLAN_NAMES[plan as keyof Quotas['limits']],
              sizeText(bytes),
            ]),
          )}
        />
        {quotas.nearly_full.length === 0 ? (
          <p class="card-foot">Every organization has room left.</p>
        ) : (
          <Full quotas={quotas} />
        )}
        {mayChange && (
          <p class="card-foot">
            <a href={`${urls.adminSettings}#storage`}>Change the quotas</a>
          </p>
        )}
      </>
    )}
  </Part>
)

const Full = ({ quotas }: { quotas: Quotas }) => (
  <Table
    plain
    label="Nearly full organizations"
    items={quotas.nearly_full}
    columns={{
      Organization: ({ organization }) => (
        <a class="main" href={href(urls.adminOrganization, { id: organization.id })}>
          {organization.name}
        </a>
      ),
      Plan: ({ plan }) => HELD_PLAN_NAMES[plan],
      '#Keeps': ({ used }) => bytesText(used),
      '#May keep': ({ limit }) => sizeText(limit),
      '#Filled': ({ used, limit }) => `${Math.floor((100 * used) / limit)} %`,
    }}
  />
)
