/** @jsxImportSource react */
import type { LeftOut as Told } from '#catalog/rules/left-out.ts'
import { href, urls } from '../../src/urls.ts'
import { useWorkspaceId } from './workspace.ts'

/** Leads to exactly the lines that do not count. */
export function ShowLines({ show }: { show?: Told['show'] }) {
  const id = useWorkspaceId()
  if (!show) return null
  const address =
    'file' in show
      ? `${href(urls.workspaceFile, { id, fileId: show.file })}#left-out`
      : `${href(urls.workspaceTable, { id, tableId: show.table }, { unread: show.unread })}#rows`
  return <a href={address}>{'file' in show ? 'Show these lines' : 'Show these rows'}</a>
}

/** What does not count in the rows of a result, beside these. */
export function LeftOut({ items = [] }: { items?: Told[] | undefined }) {
  if (items.length === 0) return null
  return (
    <ul className="left-out" aria-label="Left out">
      {items.map(({ note, show }) => (
        <li key={note}>
          {note} <ShowLines {...(show && { show })} />
        </li>
      ))}
    </ul>
  )
}
