import type { Version } from '#records/settings.ts'
import { Icon } from '#ui/icon.tsx'
import type { Act } from '../rules/act.ts'
import { differenceText } from '../rules/config-field.ts'
import { ActButton } from './act.tsx'
import { When } from './list.tsx'

/** What was saved, by whom and why, newest first down to the defaults, each with what it changed and the way back to it. */
export const Versions = (props: { versions: Version[]; act: (version: number) => Act }) => (
  <section class="card" id="versions" aria-labelledby="versions-head">
    <div class="card-head">
      <h2 id="versions-head">Versions</h2>
      <p>Nothing is overwritten. Going back saves the earlier values as a new version.</p>
    </div>
    <ol class="config-versions">
      {props.versions.map((version, at) => (
        <li>
          <div class="row spread">
            <p>
              <strong>Version {version.version}</strong>
              {at === 0 && <span class="badge badge-accent">Current</span>}
            </p>
            {at > 0 && <ActButton act={props.act(version.version)} small />}
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
  </section>
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

/** The question before going back. */
export const restoreAct = (version: number, address: string): Act => ({
  id: `restore-${version}`,
  title: version === 0 ? 'Go back to the defaults' : `Go back to version ${version}`,
  message:
    version === 0
      ? 'The defaults are saved as a new version and hold on every server within ten seconds.'
      : 'Its values are saved as a new version and hold on every server within ten seconds.',
  action: `Go back to ${version}`,
  type: 'warning',
  address,
})
