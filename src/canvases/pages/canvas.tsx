import { asset } from '#ui/assets.ts'
import { Island } from '#ui/island.tsx'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { CanvasScreen } from '../rules/screen.ts'

type Props = { place: Pick<WorkspaceCtx, 'workspace' | 'organization'>; screen: CanvasScreen }

/** A board: without script it can be read. */
export const CanvasPage = ({ place, screen }: Props) => (
  <div class="page wide canvas-page">
    <link rel="stylesheet" href={asset('chat.css')} />
    <link rel="stylesheet" href={asset('canvas.css')} />
    <WorkspaceBreadcrumb
      place={place}
      up={[['Canvases', href(urls.workspaceCanvases, { id: place.workspace.id })]]}
      here={screen.canvas.name}
    />
    <WorkspaceTabs workspace={place.workspace} here="canvases" />
    <Island name="canvas" class="canvas-host" props={screen} />
  </div>
)
