import { Breadcrumb } from '#organizations/pages/parts.tsx'
import { can } from '#organizations/rules/permission.ts'
import type { Organization, Workspace } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'

type BreadcrumbProps = {
  place: { workspace: Pick<Workspace, 'id' | 'name'>; organization?: Pick<Organization, 'id' | 'name'> }
  up?: [text: string, address: string][]
  here: string
}

/** The way up from a page of a workspace; `up` are steps between the workspace and the page. */
export const WorkspaceBreadcrumb = ({ place: { organization, workspace }, up = [], here }: BreadcrumbProps) => (
  <Breadcrumb
    up={[
      ...(organization
        ? [[organization.name, href(urls.organization, { id: organization.id })] as [string, string]]
        : []),
      [workspace.name, href(urls.workspace, { id: workspace.id })],
      ...up,
    ]}
    here={here}
  />
)

const TABS = [
  ['chat', 'Chat', urls.workspace],
  ['canvases', 'Canvases', urls.workspaceCanvases],
  ['data', 'Data', urls.workspaceFiles],
  ['tables', 'Tables', urls.workspaceTables],
  ['agents', 'Agents', urls.workspaceAgents],
  ['definitions', 'Definitions', urls.workspaceDefinitions],
  ['sql', 'SQL', urls.workspaceSql],
  ['members', 'Members', urls.workspaceMembers],
  ['settings', 'Settings', urls.workspaceSettings],
] as const

type TabsProps = { workspace: Pick<Workspace, 'id' | 'role'>; here: (typeof TABS)[number][0] }

export const WorkspaceTabs = ({ workspace: { id, role }, here }: TabsProps) => (
  <nav class="tabs" aria-label="Workspace">
    {TABS.filter(([name]) => name !== 'settings' || can(role, 'UPDATE_WORKSPACE')).map(([name, text, address]) => (
      <a href={href(address, { id })} aria-current={name === here ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)
