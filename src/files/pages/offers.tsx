import type { CatalogTable } from '#catalog/rules/answers.ts'
import { number } from '#ui/format.tsx'
import { href, urls } from '../../urls.ts'
import type { StackOffer } from '../rules/answers.ts'
import { figuresOf, offeredLong, PLAIN_FIGURES } from '../rules/wide.ts'

/** That the columns of a table are periods, and that they can be rows: a step of its recipe, undone where that is. */
export function LongOffer({
  table: { id, name, lines, columns },
  workspaceId,
}: {
  table: CatalogTable
  workspaceId: string
}) {
  const wide = lines === undefined ? offeredLong(columns) : null
  if (!wide) return null
  const names = wide.values[0]!.columns
  return (
    <section class="card" id={`long-${name}`}>
      <div class="card-head">
        <h2>
          {number(names.length)} columns of {name} are periods
        </h2>
        <p>
          From {names[0]} to {names.at(-1)} they stand side by side. As rows, with a column “{wide.period.name}”, they
          can be asked by period, compared and drawn over time. New versions follow, and it can be undone.
        </p>
        <form
          class="form relation-fields"
          method="post"
          action={href(urls.workspaceTableRepair, { id: workspaceId, tableId: id })}
        >
          <input type="hidden" name="kind" value="long" />
          {wide.values.some(({ name }) => name === PLAIN_FIGURES) && (
            <div class="field">
              <label for={`figures-${id}`}>What the figures are called</label>
              <input class="input" id={`figures-${id}`} name="figures" value={figuresOf(name, wide.kept)} required />
            </div>
          )}
          <button class="button" type="submit">
            Make rows of periods
          </button>
        </form>
      </div>
    </section>
  )
}

const MOST_NAMED = 8

type StackProps = { offer: StackOffer; workspaceId: string; address: string }

/** That other files have the same columns, and can be one table with this one; or that they are. */
export function StackOffered({ offer: { files, into, part_of: of }, workspaceId, address }: StackProps) {
  if (of)
    return (
      <div class="alert">
        <p>
          Its rows are also in <a href={href(urls.workspaceFile, { id: workspaceId, fileId: of.id })}>{of.name}</a>,
          with those of the other files of these columns.
        </p>
      </div>
    )
  if (files.length === 0) return null
  const more = files.length - MOST_NAMED
  return (
    <section class="card" id="stack">
      <div class="card-head">
        <h2>{into ? `It has the columns of ${into.name}` : `${number(files.length)} files have the same columns`}</h2>
        <p>
          {files.slice(0, MOST_NAMED).join(', ')}
          {more > 0 && ` and ${number(more)} more`} can be one table, with a column that says which file a row is from
          and, where names are periods, one for the period. New versions follow, and deleting that table takes them
          apart again.
        </p>
        <form method="post" action={address}>
          <button class="button button-small" type="submit">
            {into ? `Add it to ${into.name}` : 'Put them into one table'}
          </button>
        </form>
      </div>
    </section>
  )
}
