/** @jsxImportSource react */
import { useRef, useState } from 'react'
import { LIMITS } from '#canvases/rules/board.ts'
import type { Filter, FilterKind, FilterValue } from '#canvases/rules/filter.ts'
import type { FilterValues } from '#canvases/rules/filter-address.ts'
import { filtersText } from '#canvases/rules/filter-address.ts'
import { filterName, parameterWords, valueWords } from '#canvases/rules/filter-words.ts'
import type { Parameter } from '#canvases/rules/parameter-value.ts'
import { labelOf, MOST_PARAMETERS } from '#canvases/rules/parameter-value.ts'
import { Icon, IconButton } from '../kit/icon.tsx'
import { LinkButton, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useHydrated, useLocale } from '../kit/use-browser.ts'
import { FilterDialog } from './filter-dialog.tsx'
import { ValueForm } from './filter-value.tsx'
import { ParameterDialog } from './parameter-dialog.tsx'
import { ParameterInput } from './parameter-input.tsx'
import type { CanvasControl } from './use-canvas.ts'

type Props = { control: CanvasControl; editing: boolean; wrong: string[] }

/** The filters of a board and what they are set to: each opens where it is set. */
export function FilterBar({ control, editing, wrong }: Props) {
  const { canvas, filters: set, filter } = control
  const hydrated = useHydrated()
  const { error, run } = useAction()
  const [edited, setEdited] = useState<Filter | 'new' | null>(null)
  const [editedParameter, setEditedParameter] = useState<Parameter | 'new' | null>(null)
  const locale = useLocale()
  const [told, setTold] = useState(wrong)
  const { filters: kept, parameters } = canvas
  const temporary = Object.entries(set).filter(
    ([id, { kind }]) => kind !== 'parameter' && !kept.some((one) => one.id === id),
  )
  const isSet = Object.keys(set).length > 0
  if (kept.length === 0 && parameters.length === 0 && !isSet && !editing && told.length === 0) return null
  const put = (id: string, value: FilterValue | null) => {
    const { [id]: _, ...others } = set
    void run(() => filter(value ? { ...others, [id]: value } : others))
  }
  const saveParameters = (next: Parameter[]) => {
    control.change({ act: 'about', about: { parameters: next } })
    setEditedParameter(null)
  }
  const textOf = ({ name, default: usual }: Parameter) => {
    const value = set[name]
    return value?.kind === 'parameter' ? value.text : usual
  }
  const save = (next: Filter[]) => {
    control.change({ act: 'about', about: { filters: next } })
    setEdited(null)
  }
  return (
    <section className="canvas-filters" aria-label="Filters">
      <ul>
        {kept.map((one) => (
          <li key={one.id}>
            <FilterChip
              {...{ canvasId: canvas.id, set, hydrated }}
              id={one.id}
              name={one.name}
              kind={one.kind}
              onSet={(value) => put(one.id, value)}
              onEdit={editing ? () => setEdited(one) : null}
            />
          </li>
        ))}
        {temporary.map(([id, { kind }]) => (
          <li key={id}>
            <FilterChip
              {...{ canvasId: canvas.id, set, hydrated, id }}
              name={filterName(canvas, id)}
              kind={kind as FilterKind}
              onSet={(value) => put(id, value)}
              onEdit={null}
            />
          </li>
        ))}
        {parameters.map((one) => (
          <li key={one.name}>
            {hydrated ? (
              <ParameterInput
                canvasId={canvas.id}
                parameter={one}
                text={textOf(one)}
                onSet={(text) => put(one.name, text === one.default ? null : { kind: 'parameter', text })}
                onEdit={editing ? () => setEditedParameter(one) : null}
              />
            ) : (
              <span className="chip">
                <span className="chip-kind">{labelOf(one)}</span> {parameterWords(textOf(one), locale)}
              </span>
            )}
          </li>
        ))}
        {editing && kept.length < LIMITS.filters && (
          <li>
            <button type="button" className="chip chip-add" onClick={() => setEdited('new')}>
              <Icon name="plus" /> Filter
            </button>
          </li>
        )}
        {editing && parameters.length < MOST_PARAMETERS && (
          <li>
            <button type="button" className="chip chip-add" onClick={() => setEditedParameter('new')}>
              <Icon name="plus" /> Parameter
            </button>
          </li>
        )}
        {isSet && (
          <li>
            {/* Without script a link to the same page without filters. */}
            <a
              className="link-button"
              href="?"
              onClick={(event) => {
                event.preventDefault()
                void run(() => filter({}))
              }}
            >
              Clear all
            </a>
          </li>
        )}
      </ul>
      {told.length > 0 && (
        <p className="canvas-note" role="status">
          The link sets what this canvas does not have, or cannot be set so: {told.join('; ')}{' '}
          {hydrated && <LinkButton onClick={() => setTold([])}>Dismiss</LinkButton>}
        </p>
      )}
      <Problem text={error} />
      {editedParameter && (
        <ParameterDialog
          canvas={canvas}
          parameter={editedParameter === 'new' ? null : editedParameter}
          onSave={(made) =>
            saveParameters(
              editedParameter === 'new'
                ? [...parameters, made]
                : parameters.map((one) => (one === editedParameter ? made : one)),
            )
          }
          onRemove={(name) => saveParameters(parameters.filter((one) => one.name !== name))}
          onClose={() => setEditedParameter(null)}
        />
      )}
      {edited && (
        <FilterDialog
          canvas={canvas}
          filter={edited === 'new' ? null : edited}
          onSave={(made) =>
            save(
              kept.some(({ id }) => id === made.id)
                ? kept.map((one) => (one.id === made.id ? made : one))
                : [...kept, made],
            )
          }
          onRemove={(id) => save(kept.filter((one) => one.id !== id))}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}

type ChipProps = {
  canvasId: string
  set: FilterValues
  hydrated: boolean
  id: string
  name: string
  kind: FilterKind
  onSet: (value: FilterValue | null) => void
  onEdit: (() => void) | null
}

function FilterChip({ canvasId, set, hydrated, id, name, kind, onSet, onEdit }: ChipProps) {
  const locale = useLocale()
  const menu = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const value = set[id] ?? null
  const words = value ? valueWords(value, locale) : 'all'
  const { [id]: _, ...others } = set
  const close = () => {
    if (!menu.current) return
    menu.current.open = false
    menu.current.querySelector('summary')?.focus()
  }
  const label = (
    <>
      <span className="chip-kind">{name}</span> {words}
    </>
  )
  if (!hydrated) return <span className="chip">{label}</span>
  return (
    <>
      <details className="menu" ref={menu} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="chip" data-set={value ? true : undefined}>
          {label} <Icon name="chevron" />
        </summary>
        {open && (
          <div className="canvas-filter-panel">
            <ValueForm
              {...{ canvasId, id, kind, value }}
              others={filtersText(others)}
              onSet={(next) => {
                close()
                onSet(next)
              }}
            />
            {onEdit && (
              <LinkButton
                onClick={() => {
                  close()
                  onEdit()
                }}
                label="Change or remove this filter"
              />
            )}
          </div>
        )}
      </details>
      {value && <IconButton icon="cross" label={`Clear ${name}`} onClick={() => onSet(null)} />}
    </>
  )
}
