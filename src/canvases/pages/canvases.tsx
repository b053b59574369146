import type { Page } from '#base/paging.ts'
import { can } from '#organizations/rules/permission.ts'
import { ButtonLink, Empty, Submit } from '#ui/button.tsx'
import { Field, Problem } from '#ui/field.tsx'
import { counted, Day } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { Table } from '#ui/table.tsx'
import type { FormState } from '#web/form.ts'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Listed } from '../canvases.ts'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  list: Page<Listed>
  first: boolean
  form: FormState
  /** Names of tables of which an overview is made. */
  tables: string[]
}

/** The boards of a workspace, and how another one is made. */
export function CanvasesPage({ place, list, first, form, tables }: Props) {
  const { id, role } = place.workspace
  const mayDelete = can(role, 'DELETE_CANVASES')
  return (
    <div class="page">
      <WorkspaceBreadcrumb place={place} here="Canvases" />
      <PageHead
        title="Canvases"
        text="Boards of charts, tables and numbers that stay up to date: refreshing them needs no credits."
      >
        <ButtonLink to={href(urls.workspaceWatches, { id })} label="Watches and schedules" />
      </PageHead>
      <WorkspaceTabs workspace={place.workspace} here="canvases" />
      {can(role, 'CREATE_CANVASES') && <NewCanvas workspaceId={id} {...{ form, tables }} />}
      {list.items.length > 0 ? (
        <Table
          label="Canvases"
          items={list.items}
          columns={{
            Name: {
              names: true,
              cell: ({ id, name, description }) => (
                <>
                  <a href={href(urls.canvas, { id })}>{name}</a>
                  {description && <p class="muted">{description}</p>}
                </>
              ),
            },
            Holds: ({ blocks }) => counted(blocks, 'block', 'blocks'),
            Changed: ({ updatedAt, by }) => (
              <>
                <Day at={updatedAt} /> by {by.name}
              </>
            ),
            ...(mayDelete && { Delete: { quiet: true, cell: DeleteButton } }),
          }}
        />
      ) : (
        first && (
          <Empty
            icon="chart"
            title="There is no canvas yet"
            text="Begin with an empty one or with an overview of your data, or choose “Pin” on a chart, a table or a number of an answer."
          />
        )
      )}
      {list.next && (
        <ButtonLink to={href(urls.workspaceCanvases, { id }, { cursor: list.next })} label="More canvases" />
      )}
    </div>
  )
}

const DeleteButton = ({ id, name }: Listed) => (
  <PostButton
    to={href(urls.canvasDelete, { id })}
    ask={{
      title: `Delete ${name}?`,
      message: 'Its blocks and versions go with it.',
      action: 'Delete canvas',
      type: 'danger',
    }}
    {...{ look: 'quiet small', label: 'Delete', 'aria-label': `Delete ${name}` }}
  />
)

type NewProps = Pick<Props, 'form' | 'tables'> & { workspaceId: string }
const NewCanvas = ({ workspaceId, form, tables }: NewProps) => (
  <form class="form form-inline" method="post" action={href(urls.workspaceCanvases, { id: workspaceId })}>
    <Problem text={form.problem} />
    <Field form={form} name="name" label="Name of the new canvas" maxlength={120} />
    <div class="form-actions">
      <Submit look="primary" label="Create empty canvas" />
      <Submit name="template" value="sales" formnovalidate label="Create sales overview" />
    </div>
    {tables.length > 0 && (
      <>
        <Field form={form} name="table" label="Table" options={tables.map((one) => [one, one] as const)} />
        <div class="form-actions">
          <Submit name="template" value="table" formnovalidate label="Create table overview" />
        </div>
      </>
    )}
  </form>
)
