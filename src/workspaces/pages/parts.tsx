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

type TabsProps = { workspace: Pick<Workspace, 'id' | 'role'>; here: 'data' | 'tables' | 'sql' | 'members' | 'settings' }

/** The pages of a workspace. */
export const WorkspaceTabs = ({ workspace: { id, role }, here }: TabsProps) => {
  const current = (name: TabsProps['here']) => (name === here ? 'page' : undefined)
  return (
    <nav class="tabs" aria-label="Workspace">
      <a href={href(urls.workspace, { id })}>Chat</a>
      <a href={href(urls.workspaceFiles, { id })} aria-current={current('data')}>
        Data
      </a>
      <a href={href(urls.workspaceTables, { id })} aria-current={current('tables')}>
        Tables
      </a>
      <a href={href(urls.workspaceSql, { id })} aria-current={current('sql')}>
        SQL
      </a>
      <a href={href(urls.workspaceMembers, { id })} aria-current={current('members')}>
        Members
      </a>
      {can(role, 'UPDATE_WORKSPACE') && (
        <a href={href(urls.workspaceSettings, { id })} aria-current={current('settings')}>
          Settings
        </a>
      )}
    </nav>
  )
}
