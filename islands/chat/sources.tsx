/** @jsxImportSource react */
import { useState } from 'react'
import type { NamedSource } from '#chat/rules/mention.ts'
import { Icon } from '../kit/icon.tsx'

type Props = {
  sources: NamedSource[]
  leftOut: Set<string>
  /** Ids of the sources that the question names with @: then it is about them alone. */
  named: string[]
  onSources: (leftOut: Set<string>) => void
}

/** Chips beside each other; the others stand in the list of all. A phone shows the list alone. */
const CHIPS = 4
const SEARCHED = 8

/** The sources in play: a click leaves one out of the next questions, or takes it in again. */
export function Sources({ sources, leftOut, named, onSources }: Props) {
  if (sources.length === 0) return null
  if (named.length > 0)
    return (
      <output className="composer-sources">
        <span className="source-chip source-named">
          Only {sources.flatMap(({ id, name }) => (named.includes(id) ? name : [])).join(', ')}
        </span>
      </output>
    )
  const toggle = (id: string) => {
    const next = new Set(leftOut)
    if (!next.delete(id)) next.add(id)
    // At least one source stays in play.
    if (next.size < sources.length) onSources(next)
  }
  return (
    <fieldset className="composer-sources" data-many={sources.length > 1 || undefined}>
      <legend className="quiet">Sources in play</legend>
      {sources.slice(0, CHIPS).map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="source-chip"
          aria-pressed={!leftOut.has(id)}
          onClick={() => toggle(id)}
          title={leftOut.has(id) ? `Use ${name} again` : `Leave out ${name}`}
        >
          {name}
        </button>
      ))}
      {sources.length > 1 && <AllSources {...{ sources, leftOut, toggle, onSources }} />}
    </fieldset>
  )
}

/** Every source in a list that opens above the box. */
function AllSources(props: Omit<Props, 'named'> & { toggle: (id: string) => void }) {
  const { sources, leftOut, toggle, onSources } = props
  const [filter, setFilter] = useState('')
  const matches = sources.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()))
  const inPlay = sources.length - leftOut.size
  const only = (id: string) => onSources(new Set(sources.flatMap((one) => (one.id === id ? [] : one.id))))
  return (
    <details className="menu sources-menu" data-more={sources.length > CHIPS || undefined}>
      <summary className="source-chip" title="All sources">
        {leftOut.size > 0 ? (
          <span>
            {inPlay} of {sources.length} <span className="quiet">sources in play</span>
          </span>
        ) : (
          <>
            {sources.length > CHIPS && (
              <span className="sources-more">
                +{sources.length - CHIPS} <span className="quiet">more sources</span>
              </span>
            )}
            <span className="sources-all">{sources.length} sources</span>
          </>
        )}
        <Icon name="up" />
      </summary>
      <div className="menu-list menu-list-left">
        {sources.length > SEARCHED && (
          <input
            type="search"
            className="input"
            aria-label="Show only sources whose name has"
            placeholder="Find a source"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
            // Enter would ask the question that stands in the box.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
        <ul>
          {matches.map(({ id, name }) => (
            <li key={id}>
              <label>
                <input type="checkbox" checked={!leftOut.has(id)} onChange={() => toggle(id)} />
                <span>{name}</span>
              </label>
              <button type="button" onClick={() => only(id)} aria-label={`Only ${name}`}>
                Only
              </button>
            </li>
          ))}
        </ul>
        {matches.length === 0 && <p className="menu-note">No source has this name.</p>}
        <button type="button" disabled={leftOut.size === 0} onClick={() => onSources(new Set())}>
          Use all sources
        </button>
      </div>
    </details>
  )
}
