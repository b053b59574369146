import { HELD_PLAN_NAMES } from '#organizations/rules/plan.ts'
import { href, urls } from '../../urls.ts'
import { NEARLY_FULL, roomIn, type Storage } from '../rules/storage.ts'
import { bytesText, limitText } from '../rules/transfer.ts'

/** How much of the organization's storage is used, and what can be done when it is nearly full. */
export function StorageBar({ storage }: { storage: Storage }) {
  const { used, limit, plan } = storage
  const share = Math.min(1, used / limit)
  const nearly = share >= NEARLY_FULL
  return (
    <section class="storage" id="storage" aria-label="Storage" data-nearly={nearly ? '' : undefined}>
      <p class="storage-text">
        <span>
          <strong>{bytesText(used)}</strong> of {limitText(limit / 1_048_576)} used
        </span>
        <span class="muted">
          {HELD_PLAN_NAMES[plan]} plan
          {nearly &&
            (roomIn(storage) === 0 ? ' · full: delete files to add others' : ' · nearly full: delete files soon')}
          {nearly && plan !== 'premium' && (
            <>
              {' or '}
              <a href={href(urls.pricing)}>choose a larger plan</a>
            </>
          )}
        </span>
      </p>
      <progress class="meter" max={100} value={Math.round(share * 100)} aria-label="Storage used">
        {Math.round(share * 100)} %
      </progress>
    </section>
  )
}
