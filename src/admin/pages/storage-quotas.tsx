import { bytesText, limitText } from '#files/rules/transfer.ts'
import { HELD_PLAN_NAMES } from '#organizations/rules/plan.ts'
import { Problem } from '#ui/field.tsx'
import { Table } from '#ui/table.tsx'
import { href, urls } from '../../urls.ts'
import type { Quotas } from '../rules/source-health.ts'
import { columnsBy, Facts, Part } from './parts.tsx'

const sizeText = (bytes: number) => limitText(bytes / 1_048_576)

/** What organizations may keep, and who is about to have no room. `quotas` is null where they could not be read. */
export const StorageQuotas = ({ quotas, mayChange }: { quotas: Quotas | null; mayChange: boolean }) => (
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
    columns={columnsBy<Quotas['nearly_full'][number]>({
      Organization: ({ organization }) => (
        <a class="main" href={href(urls.adminOrganization, { id: organization.id })}>
          {organization.name}
        </a>
      ),
      Plan: ({ plan }) => HELD_PLAN_NAMES[plan],
      '#Keeps': ({ used }) => bytesText(used),
      '#May keep': ({ limit }) => sizeText(limit),
      '#Filled': ({ used, limit }) => `${Math.floor((100 * used) / limit)} %`,
    })}
  />
)
