import { Breadcrumb } from '#organizations/pages/parts.tsx'
import { can } from '#organizations/rules/permission.ts'
import { Tabs } from '#ui/tabs.tsx'
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

const TABS = {
  chat: [urls.workspace, 'Chat'],
  canvases: [urls.workspaceCanvases, 'Canvases'],
  data: [urls.workspaceFiles, 'Data'],
  tables: [urls.workspaceTables, 'Tables'],
  agents: [urls.workspaceAgents, 'Agents'],
  definitions: [urls.workspaceDefinitions, 'Definitions'],
  sql: [urls.workspaceSql, 'SQL'],
  members: [urls.workspaceMembers, 'Members'],
  settings: [urls.workspaceSettings, 'Settings'],
} as const

type TabsProps = { workspace: Pick<Workspace, 'id' | 'role'>; here: keyof typeof TABS }

export const WorkspaceTabs = ({ workspace: { id, role }, here }: TabsProps) => {
  const { settings, ...others } = TABS
  const shown = can(role, 'UPDATE_WORKSPACE') ? Object.values(TABS) : Object.values(others)
  const of = shown.map(([address, text]) => [href(address, { id }), text] as const)
  return <Tabs label="Workspace" here={href(TABS[here][0], { id })} of={of} />
}
