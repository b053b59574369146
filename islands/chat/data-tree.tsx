/** @jsxImportSource react */
import { type ReactNode, useState } from 'react'
import { shortNumber, typeName, unitOf } from '#base/cell-format.ts'
import { counted, numberText } from '#base/format.ts'
import type { TreeColumn, TreeTable } from '#catalog/rules/catalog.ts'
import { Icon } from '../kit/icon.tsx'
import { Button, Problem } from '../kit/parts.tsx'
import { useLocale } from '../kit/use-browser.ts'
import type { Tables } from './use-tables.ts'

type Props = {
  tables: Tables
  total: number
  onInsert: (name: string) => void
  /** How a statement calls a table; its name without it. */
  nameOf?: (table: TreeTable) => string
}

const FILTERED_FROM = 8

/** The data of the workspace: source, table, column, with types and row counts. A click on a name puts it into the question. */
export function DataTree({ tables, total, onInsert, nameOf = ({ name }) => name }: Props) {
  const { shown, filter, more, problem } = tables
  const only = total === 1
  const locale = useLocale()
  return (
    <>
      {total > FILTERED_FROM && (
        <input
          type="search"
          className="input tree-filter"
          aria-label="Filter tables and columns"
          placeholder="Filter tables and columns"
          value={filter}
          onChange={(event) => tables.setFilter(event.currentTarget.value)}
        />
      )}
      <ul className="tree">
        {bySource(shown).map((source) => (
          <Branch
            key={source.id}
            open
            label={source.name}
            count={String(source.tables.length)}
            countTitle={`${source.tables.length} tables`}
            level="source"
          >
            {source.tables.map((table) => (
              <Branch
                key={table.id}
                open={only}
                label={nameOf(table)}
                count={numberText(table.rows, locale)}
                countTitle={counted(table.rows, 'row', 'rows', locale)}
                level="table"
                onName={() => onInsert(nameOf(table))}
                onOpen={() => void tables.open(table)}
                hits={
                  filter && !table.shown && table.hits?.map((name) => <Column key={name} {...{ name, onInsert }} />)
                }
              >
                {table.shown?.map((column) => (
                  <Column key={column.name} name={column.name} title={titleOf(column)} onInsert={onInsert}>
                    <span>{noteOf(column, locale)}</span>
                  </Column>
                )) ?? <li className="side-empty">{numberText(table.columns, locale)} columns…</li>}
              </Branch>
            ))}
          </Branch>
        ))}
      </ul>
      {shown.length === 0 && filter && <p className="side-empty">Nothing is called so.</p>}
      {more && (
        <Button look="small" className="tree-more" onClick={more}>
          More tables ({numberText(shown.length, locale)} of {numberText(total, locale)})
        </Button>
      )}
      <Problem className="side-empty" text={problem} />
    </>
  )
}

type ColumnProps = { name: string; title?: string; onInsert: (name: string) => void; children?: ReactNode }

const Column = ({ name, title, onInsert, children }: ColumnProps) => (
  <li className="tree-column">
    <button type="button" onClick={() => onInsert(name)} title={title}>
      {name}
    </button>
    {children}
  </li>
)

type BranchProps = {
  open: boolean
  label: string
  count: string
  countTitle: string
  level: 'source' | 'table'
  onName?: () => void
  onOpen?: () => void
  /** What stands below it while it is closed. */
  hits?: ReactNode
  children: ReactNode
}

function Branch(props: BranchProps) {
  const [open, setOpen] = useState(props.open)
  const toggle = () => {
    setOpen(!open)
    if (!open) props.onOpen?.()
  }
  return (
    <li className={`tree-${props.level}`}>
      <div className="tree-row">
        <button
          type="button"
          className="tree-toggle"
          aria-expanded={open}
          aria-label={`Columns of ${props.label}`}
          onClick={toggle}
        >
          <Icon name="next" />
        </button>
        <button type="button" className="tree-name" onClick={props.onName ?? toggle}>
          {props.label}
        </button>
        <span title={props.countTitle}>{props.count}</span>
      </div>
      {open ? <ul>{props.children}</ul> : props.hits && <ul>{props.hits}</ul>}
    </li>
  )
}

const bySource = (tables: TreeTable[]) =>
  [...Map.groupBy(tables, ({ source }) => source.id).values()].map((of) => ({ ...of[0]!.source, tables: of }))

/** What a column is, in a word: its unit, "time", "12 values" or its type. */
function noteOf(column: TreeColumn, locale: string): string {
  const unit = unitOf(column, [])
  if (unit) return unit
  if (column.role === 'time') return 'time'
  if (column.role === 'id') return 'id'
  if (column.role === 'dimension' && column.distinct > 0) return `${shortNumber(column.distinct, locale)} values`
  return typeName(column.type)
}

function titleOf(column: TreeColumn): string {
  const range = column.min !== null && column.max !== null ? `, ${column.min} to ${column.max}` : ''
  const nulls = column.nulls > 0 ? `, ${column.nulls} empty` : ''
  return `${column.type}${range}${nulls}${column.description ? `. ${column.description}` : ''}`
}
