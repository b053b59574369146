import { bytesText, limitText } from '#files/rules/transfer.ts'
import { HELD_PLAN_NAMES } from '#organizations/rules/plan.ts'
import { Problem } from '#ui/field.tsx'
import { href, urls } from '../../urls.ts'
import type { Quotas } from '../rules/source-health.ts'
import { Part, PartTable } from './person-parts.tsx'

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
        <dl class="facts card-body">
          {Object.entries(quotas.limits).map(([plan, bytes]) => (
            <>
              <dt>{HELD_PLAN_NAMES[plan as keyof Quotas['limits']]}</dt>
              <dd>{sizeText(bytes)}</dd>
            </>
          ))}
        </dl>
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
  <PartTable label="Nearly full organizations" heads={['Organization', 'Plan', '#Keeps', '#May keep', '#Filled']}>
    {quotas.nearly_full.map(({ organization, plan, used, limit }) => (
      <tr>
        <td>
          <a class="main" href={href(urls.adminOrganization, { id: organization.id })}>
            {organization.name}
          </a>
        </td>
        <td data-label="Plan">{HELD_PLAN_NAMES[plan]}</td>
        <td data-label="Keeps" class="num">
          {bytesText(used)}
        </td>
        <td data-label="May keep" class="num">
          {sizeText(limit)}
        </td>
        <td data-label="Filled" class="num">
          {Math.floor((100 * used) / limit)} %
        </td>
      </tr>
    ))}
  </PartTable>
)
