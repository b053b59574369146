import type { Page } from '#base/paging.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Action } from '../rules/action.ts'
import { differenceText } from '../rules/config-field.ts'
import type { Version } from '../rules/config-version.ts'
import { shownAddress } from '../rules/list.ts'
import { ActionButton } from './action.tsx'
import { ListFailed, When } from './list.tsx'

export type VersionsProps = {
  /** A page of them, null when it could not be read; `cursor` where it does not begin with the current one. */
  versions: Page<Version> | null
  cursor: string | null
  /** Of the page that they stand on, and of the list as a file. */
  address: string
  csv: string
  action: (version: number) => Action
}

/** What was saved, by whom and why, newest first down to the defaults, each with what it changed and the way back to it. */
export const Versions = ({ versions, cursor, address, csv, action }: VersionsProps) => (
  <Card
    id="versions"
    title="Versions"
    intro={
      <>
        Nothing is overwritten. Going back saves the earlier values as a new version.{' '}
        <a href={csv} download>
          Export CSV
        </a>
      </>
    }
  >
    {versions ? (
      <Listed {...{ versions, cursor, address, action }} />
    ) : (
      <div class="card-body">
        <ListFailed address={`${shownAddress(address, { cursor: cursor ?? undefined })}#versions`} />
      </div>
    )}
  </Card>
)

type ListedProps = Omit<VersionsProps, 'csv' | 'versions'> & { versions: Page<Version> }

const Listed = ({ versions, cursor, address, action }: ListedProps) => (
  <>
    <ol class="config-versions">
      {versions.items.map((version, at) => (
        <li>
          <div class="row spread">
            <p>
              <strong>Version {version.version}</strong>
              {at === 0 && !cursor && <span class="badge badge-accent">Current</span>}
            </p>
            {(at > 0 || cursor) && <ActionButton action={action(version.version)} small />}
          </div>
          <p>{version.reason}</p>
          {version.version > 0 && (
            <>
              <p class="muted small">
                {version.changed_by?.email ?? 'The server'} · <When at={version.created_at} /> UTC
              </p>
              <Changes version={version} />
            </>
          )}
        </li>
      ))}
    </ol>
    {(cursor || versions.next) && (
      <nav class="pagination card-foot" aria-label="Pages of versions">
        {cursor && <ButtonLink to={`${address}#versions`} label="Latest versions" />}
        {versions.next && (
          <ButtonLink
            to={`${shownAddress(address, { cursor: versions.next })}#versions`}
            label="Earlier versions"
            rel="next"
          />
        )}
      </nav>
    )}
  </>
)

const Changes = ({ version }: { version: Version }) =>
  version.changes.length === 0 ? (
    <p class="muted small">No value changed.</p>
  ) : (
    <details>
      <summary>
        {version.changes.length} {version.changes.length === 1 ? 'change' : 'changes'}
      </summary>
      <ul class="config-changes">
        {version.changes.map(({ field, before, after }) => (
          <li>
            <code>{field}</code>
            <del>{differenceText(before)}</del>
            <Icon name="arrow" />
            <ins>{differenceText(after)}</ins>
          </li>
        ))}
      </ul>
    </details>
  )

export const restoreAction = (version: number, address: string): Action => ({
  id: `restore-${version}`,
  title: version === 0 ? 'Go back to the defaults' : `Go back to version ${version}`,
  message: `${version === 0 ? 'The defaults' : 'Its values'} are saved as a new version and hold on every server within ten seconds.`,
  button: `Go back to ${version}`,
  type: 'warning',
  address,
})
