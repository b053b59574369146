/** @jsxImportSource react */
import { useState } from 'react'
import { shortNumber, typeName, unitOf } from '#query/rules/format.ts'
import type { CatalogColumn, CatalogTable } from '#sources/rules/catalog.ts'
import { Icon } from './icon.tsx'

type Props = { catalog: CatalogTable[]; locale: string; onInsert: (name: string) => void }

/** The data of the workspace: source, table, column, with types and row counts. A click on a name puts it into the question. */
export function DataTree({ catalog, locale, onInsert }: Props) {
  const sources = bySource(catalog)
  const only = catalog.length === 1
  return (
    <ul className="tree">
      {sources.map((source) => (
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
              label={table.name}
              count={table.rows.toLocaleString(locale)}
              countTitle={`${table.rows.toLocaleString(locale)} rows`}
              level="table"
              title={table.description}
              onName={() => onInsert(table.name)}
            >
              {table.columns.map((column) => (
                <li key={column.name} className="tree-column">
                  <button type="button" onClick={() => onInsert(column.name)} title={titleOf(column)}>
                    {column.name}
                  </button>
                  <span>{noteOf(column, locale)}</span>
                </li>
              ))}
            </Branch>
          ))}
        </Branch>
      ))}
    </ul>
  )
}

type BranchProps = {
  open: boolean
  label: string
  count: string
  countTitle: string
  level: 'source' | 'table'
  title?: string
  onName?: () => void
  children: React.ReactNode
}

function Branch(props: BranchProps) {
  const [open, setOpen] = useState(props.open)
  const toggle = () => setOpen((before) => !before)
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
          <Icon name="right" />
        </button>
        <button type="button" className="tree-name" title={props.title || undefined} onClick={props.onName ?? toggle}>
          {props.label}
        </button>
        <span title={props.countTitle}>{props.count}</span>
      </div>
      <ul hidden={!open}>{props.children}</ul>
    </li>
  )
}

function bySource(catalog: CatalogTable[]) {
  const sources = new Map<string, { id: string; name: string; tables: CatalogTable[] }>()
  for (const table of catalog) {
    const source = sources.get(table.source.id) ?? { id: table.source.id, name: table.source.name, tables: [] }
    source.tables.push(table)
    sources.set(source.id, source)
  }
  return [...sources.values()]
}

/** What a column is, in a word: its unit, "time", "12 values" or its type. */
function noteOf(column: CatalogColumn, locale: string): string {
  const unit = unitOf(column, [])
  if (unit) return unit
  if (column.role === 'time') return 'time'
  if (column.role === 'id') return 'id'
  if (column.role === 'dimension' && column.distinct > 0) return `${shortNumber(column.distinct, locale)} values`
  return typeName(column.type)
}

function titleOf(column: CatalogColumn): string {
  const range = column.min !== null && column.max !== null ? `, ${column.min} to ${column.max}` : ''
  const nulls = column.nulls > 0 ? `, ${column.nulls} empty` : ''
  return `${column.type}${range}${nulls}${column.description ? `. ${column.description}` : ''}`
}
