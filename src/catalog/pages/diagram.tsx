import { shortened } from '#base/text.ts'
import { Search } from '#organizations/pages/people.tsx'
import { can } from '#organizations/rules/permission.ts'
import { Saved } from '#ui/field.tsx'
import { counted, percent } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { FormState } from '#web/form.ts'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Relation } from '../rules/answers.ts'
import { bestRate, type Diagram, diagramOf } from '../rules/diagram.ts'
import { Declare, isGood, type KnownRelations, RelationList } from './relations.tsx'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  relations: KnownRelations
  rejected: Relation[]
  /** A part of the names of tables that they are narrowed to; empty for all. */
  table: string
  form: FormState
  message: string | null
}

/** How the tables of a workspace join: drawn, and as a list in which they are confirmed, rejected and changed. */
export function RelationsPage({ place, relations, rejected, table, form, message }: Props) {
  const { workspace } = place
  const { list, more, ids, ends } = relations
  const may = can(workspace.role, 'UPDATE_FILES')
  const address = href(urls.workspaceRelations, { id: workspace.id })
  return (
    <div class="page">
      <WorkspaceBreadcrumb
        place={place}
        up={[['Tables', href(urls.workspaceTables, { id: workspace.id })]]}
        here="Relations"
      />
      <PageHead
        title="Relations"
        text="How tables join, found by names and by what they hold: files by all rows, large tables of databases by some. The analyst joins by these."
      />
      <WorkspaceTabs workspace={workspace} here="tables" />
      <Saved show={message !== null}>{message}</Saved>
      <Search address={address} list="relations" q={table} label="Tables by a part of their name" />
      <section class="card" id="relations" aria-label="Relations">
        <div class="card-head">
          <h2>{table ? `Relations of tables with “${table}”` : 'All relations'}</h2>
          <span class="muted small">
            {more ? `the first ${counted(list.length, 'relation')}` : counted(list.length, 'relation')}
          </span>
        </div>
        {list.length > 0 && <Drawing diagram={diagramOf(list)} ids={ids} workspaceId={workspace.id} />}
        {list.length > 0 ? (
          <RelationList relations={list} here={null} ids={ids} workspace={workspace} may={may} />
        ) : (
          <p class="card-body muted">
            {table
              ? 'No relation of such a table is known.'
              : 'No relation is known. They are looked for when tables are added.'}
          </p>
        )}
        <Declare may={may} workspace={workspace} here={null} begins={null} ends={ends} form={form} />
      </section>
      {may && rejected.length > 0 && <Rejected rejected={rejected} address={address} />}
    </div>
  )
}

const Rejected = ({ rejected, address }: { rejected: Relation[]; address: string }) => (
  <details class="card edit" id="rejected">
    <summary class="card-head">Rejected: {counted(rejected.length, 'relation')}, not found again</summary>
    <ul class="relations">
      {rejected.map(({ from_table, from_column, to_table, to_column }) => (
        <li class="relation relation-line">
          <span class="mono">{`${from_table}.${from_column}`}</span>
          <span class="muted small">does not lead to</span>
          <span class="mono">{`${to_table}.${to_column}`}</span>
          <form class="relation-acts" method="post" action={address}>
            <input type="hidden" name="from" value={`${from_table}.${from_column}`} />
            <input type="hidden" name="to" value={`${to_table}.${to_column}`} />
            <button class="button button-small button-quiet" type="submit">
              Declare it<span class="quiet">{`: ${from_table}.${from_column}`}</span>
            </button>
          </form>
        </li>
      ))}
    </ul>
  </details>
)

type DrawingProps = { diagram: Diagram; ids: KnownRelations['ids']; workspaceId: string }

/** Tables with their keys, and lines between them; each table and line leads to what is told of it. Narrow windows show the list alone. */
const Drawing = ({ diagram, ids, workspaceId }: DrawingProps) => (
  <nav
    class="diagram"
    aria-label={`Diagram of ${counted(diagram.boxes.length, 'table')} and ${counted(diagram.lines.length, 'relation')}`}
  >
    <svg
      class="diagram-drawing"
      width={diagram.width}
      height={diagram.height}
      viewBox={`0 0 ${diagram.width} ${diagram.height}`}
    >
      <title>Tables with their keys, and lines to what they lead to</title>
      {diagram.lines.map(({ relation, path, label }) => (
        <a href={`#relation-${relation.id}`} class={isGood(relation) ? 'diagram-line' : 'diagram-line low'}>
          <title>
            {`${relation.from_table}.${relation.from_column} leads to ${relation.to_table}.${relation.to_column}, ${percent(bestRate(relation))} found`}
          </title>
          <path d={path} class="diagram-hit" />
          <path d={path} class={relation.kind === 'declared' ? 'diagram-path' : 'diagram-path found'} />
          {label && (
            <text x={label.x} y={label.y} text-anchor="middle">
              {label.text}
            </text>
          )}
        </a>
      ))}
      {diagram.boxes.map(({ table, x, y, width, height, columns }) => (
        <a href={href(urls.workspaceTable, { id: workspaceId, tableId: ids.get(table) ?? '' })} class="diagram-table">
          <title>{`${table}: ${columns.map(({ name }) => name).join(', ')}`}</title>
          <rect x={x} y={y} width={width} height={height} rx={6} />
          <text x={x + 12} y={y + 21} class="diagram-name">
            {shortened(table, 25)}
          </text>
          {columns.map(({ name, y, share }) => (
            <>
              <text x={x + 12} y={y + 4}>
                {shortened(name, share ? 21 : 27)}
              </text>
              {share && (
                <text x={x + width - 10} y={y + 4} text-anchor="end" class="diagram-share">
                  {share}
                </text>
              )}
            </>
          ))}
        </a>
      ))}
    </svg>
  </nav>
)
