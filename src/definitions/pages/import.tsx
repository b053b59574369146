import { Submit } from '#ui/button.tsx'
import { Problem, Saved } from '#ui/field.tsx'
import { counted } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { type Cells, Table } from '#ui/table.tsx'
import { WorkspaceBreadcrumb } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Import } from '../rules/answers.ts'

/** `text`: of a file that was looked at and may be taken over as it is; empty where it has to be chosen again. */
export type ImportShown = { problem: string | null; found: Import | null; text: string }
type Props = ImportShown & { place: Pick<WorkspaceCtx, 'workspace' | 'organization'> }

const ACTIONS: Record<Import['entries'][number]['action'], [string, string]> = {
  add: ['New', 'badge badge-green'],
  propose: ['Proposal', 'badge badge-amber'],
  same: ['There already', 'badge'],
  keep: ['Stays as it is', 'badge'],
  unusable: ['Not taken over', 'badge badge-red'],
}
const KINDS: Record<Import['entries'][number]['kind'], string> = {
  ...{ metric: 'Metric', term: 'Term', query: 'Verified query', instructions: 'Instructions' },
  ...{ description: 'Description', relation: 'Relation' },
}
const MOST_SHOWN = 500

/** Takes over what a manifest of dbt or a file of ours says, after showing what that would be. */
export const ImportPage = ({ place, problem, found, text }: Props) => {
  const { workspace } = place
  const acts = found?.entries.filter(({ action }) => action === 'add' || action === 'propose').length ?? 0
  return (
    <div class="page">
      <WorkspaceBreadcrumb
        place={place}
        up={[['Definitions', href(urls.workspaceDefinitions, { id: workspace.id })]]}
        here="Import"
      />
      <PageHead
        title="Import definitions"
        text={
          <>
            A <code>manifest.json</code> of dbt (descriptions, tests of relationships, metrics), or a YAML file that was
            exported here. Nothing that is there is overwritten.
          </>
        }
      />
      <div class="stack">
        <Problem text={problem} />
        <Saved show={found?.applied ?? false}>{counted(acts, 'entry was', 'entries were')} taken over.</Saved>
        <form
          class="form"
          method="post"
          action={href(urls.workspaceDefinitionsImport, { id: workspace.id })}
          enctype="multipart/form-data"
        >
          {text ? (
            <input type="hidden" name="text" value={text} />
          ) : (
            <div class="field">
              <label for="field-file">File</label>
              <input
                class="input file-input"
                type="file"
                id="field-file"
                name="file"
                accept=".json,.yaml,.yml"
                required
              />
            </div>
          )}
          <div class="form-actions">
            {text ? (
              <>
                <Submit look="primary" name="mode" value="propose" label="Add as proposals" />
                <Submit name="mode" value="approve" label="Save at once" />
              </>
            ) : (
              <>
                <Submit look="primary" name="mode" value="preview" label="Preview" />
                {found && !found.applied && (
                  <>
                    <Submit name="mode" value="propose" label="Add as proposals" />
                    <Submit name="mode" value="approve" label="Save at once" />
                  </>
                )}
              </>
            )}
          </div>
        </form>
        {found && (
          <>
            <p class="muted">{counted(found.entries.length, 'entry', 'entries')} in the file.</p>
            <Table label="Entries of the file" columns={COLUMNS} items={found.entries.slice(0, MOST_SHOWN)} />
            {found.entries.length > MOST_SHOWN && <p class="muted small">The first {MOST_SHOWN} are shown.</p>}
          </>
        )}
      </div>
    </div>
  )
}

const COLUMNS: Cells<Import['entries'][number]> = {
  Name: ({ name }) => <span class="wrap">{name}</span>,
  Kind: ({ kind }) => KINDS[kind],
  'What becomes of it': ({ action }) => <span class={ACTIONS[action][1]}>{ACTIONS[action][0]}</span>,
  Why: ({ why }) => why ?? '',
}
