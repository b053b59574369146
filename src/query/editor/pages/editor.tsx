import { asset } from '#ui/assets.ts'
import { Island } from '#ui/island.tsx'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../../ctx.ts'
import type { EditorScreen } from '../../rules/editor.ts'

type Props = { place: Pick<WorkspaceCtx, 'workspace' | 'organization'>; screen: EditorScreen }

/** SQL by hand over everything in the workspace. Without script it is a form with a text field and a table. */
export const EditorPage = ({ place: { workspace, organization }, screen }: Props) => (
  <div class="page wide sql-page">
    <link rel="stylesheet" href={asset('chat.css')} />
    <link rel="stylesheet" href={asset('sql.css')} />
    <WorkspaceBreadcrumb place={{ organization, workspace }} here="SQL" />
    <h1 class="quiet">SQL</h1>
    <WorkspaceTabs workspace={workspace} here="sql" />
    <Island name="sql-editor" class="sql-host" props={screen} />
  </div>
)
