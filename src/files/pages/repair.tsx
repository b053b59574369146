import type { CatalogTable } from '#catalog/rules/answers.ts'
import { Empty, Submit } from '#ui/button.tsx'
import { Field, Problem } from '#ui/field.tsx'
import { counted, Day, number, region } from '#ui/format.tsx'
import { polling } from '#ui/polling.ts'
import { RowsTable } from '#ui/rows-table.tsx'
import { Sentences } from '#ui/sentences.tsx'
import type { FormState } from '#web/form.ts'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { type Oddities, type Oddity, placeOf, TITLES, withSpaces } from '../rules/oddity.ts'
import { RAW_ROWS, type RawPage, stepText, type TableRecipe } from '../rules/recipe.ts'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  table: CatalogTable
  recipe: TableRecipe
  /** Null until somebody asks for them: to find them takes a moment. */
  found: Oddities | null
  raw: (RawPage & { page: number }) | null
  form: FormState
  message: string | null
}

/** What is odd in a table of a file, what would mend it, and the recipe of what was mended. */
export function RepairPage({ place: { workspace, organization }, table, recipe, found, raw, form, message }: Props) {
  const params = { id: workspace.id, tableId: table.id }
  const address = href(urls.workspaceTableRepair, params)
  const source = table.source.kind === 'file' ? 'version of the file' : 'refresh of the address'
  return (
    <div class="page" id="repair" {...polling(recipe.working, address, 'repair')}>
      <WorkspaceBreadcrumb
        place={{ organization, workspace }}
        up={[
          ['Tables', href(urls.workspaceTables, { id: workspace.id })],
          [table.name, href(urls.workspaceTable, params)],
        ]}
        here="Repair"
      />
      <header class="page-head">
        <div>
          <h1 class="file-name">Repair {table.name}</h1>
          <p>
            Everything that reads the table sees it mended, and the next {source} is mended in the same way. The raw
            rows stay as they are.
          </p>
        </div>
        <div class="page-head-actions">
          <a class="button" href={`${href(urls.workspaceTableRepair, params, { raw: '1' })}#raw`}>
            Show the raw rows
          </a>
        </div>
      </header>
      <WorkspaceTabs workspace={workspace} here="tables" />
      {message && !form.problem && (
        <div class="alert alert-success" role="status">
          <p>{message}</p>
        </div>
      )}
      <Problem text={form.problem ?? Object.values(form.errors)[0] ?? recipe.error} />
      {recipe.working && (
        <div class="alert" role="status">
          The file of this table is being read or mended. Until that is done its rows stay; this page follows by itself.
        </div>
      )}
      <RecipeCard recipe={recipe} undoAt={href(urls.workspaceTableUndo, params)} />
      <Found found={found} address={address} lookAt={href(urls.workspaceTableRepair, params, { look: 'yes' })} />
      <ByHand table={table} address={address} />
      {raw && <RawRows raw={raw} at={(page) => href(urls.workspaceTableRepair, params, { raw: String(page) })} />}
    </div>
  )
}

const RecipeCard = ({
  recipe: { steps, rows, rows_dropped: dropped, working },
  undoAt,
}: {
  recipe: TableRecipe
  undoAt: string
}) =>
  steps.length === 0 ? null : (
    <section class="card" id="recipe">
      <div class="card-head">
        <h2>Recipe</h2>
        <p>
          {counted(steps.length, 'step')}, applied in this order. {counted(rows, 'row')}
          {dropped > 0 && `, ${number(dropped)} left out`}.
        </p>
        {steps.length > 1 && (
          <form method="post" action={undoAt}>
            <Submit look="small" disabled={working}>
              Undo all
            </Submit>
          </form>
        )}
      </div>
      <ol class="repair-list">
        {steps.map(({ id, step, changed, skipped, at, by_name: name }) => (
          <li>
            <div>
              <p>
                {stepText(step)} {skipped && <span class="badge badge-amber">Skipped</span>}
              </p>
              <p class="small muted">
                {skipped ?? counted(changed, changedBy(step.kind))} · {name ?? 'Somebody who left'}, <Day at={at} />
              </p>
            </div>
            <form method="post" action={undoAt}>
              <input type="hidden" name="step" value={id} />
              <Submit look="small" disabled={working} aria-label={`Undo: ${stepText(step)}`}>
                Undo
              </Submit>
            </form>
          </li>
        ))}
      </ol>
    </section>
  )

const changedBy = (kind: string) => (kind === 'rows' || kind === 'key' ? 'row' : kind === 'long' ? 'line' : 'cell')

const ACTS: Partial<Record<Oddity['kind'], string>> = {
  spaces: 'Trim',
  nothing: 'Set to no value',
  numbers: 'Make it a number',
  days: 'Set to no value',
  constant: 'Leave the column out',
  key: 'Keep one of each',
  rows: 'Leave them out',
}

function Found({ found, address, lookAt }: { found: Oddities | null; address: string; lookAt: string }) {
  if (!found)
    return (
      <section
        class="card"
        id="oddities"
        hx-get={lookAt}
        hx-trigger="load"
        hx-select="#oddities"
        hx-swap="outerHTML"
        aria-busy="true"
      >
        <div class="card-head">
          <h2>Looking for oddities …</h2>
        </div>
        <p class="card-body">
          <a href={lookAt}>Look now</a>
        </p>
      </section>
    )
  const { items, columns_unseen: unseen } = found
  return (
    <section class="card" id="oddities">
      <div class="card-head">
        <h2>{items.length === 0 ? 'Nothing odd' : counted(items.length, 'oddity', 'oddities')}</h2>
        <p>Found in {counted(found.rows_seen, 'row')}. They are proposals: what is right, you know.</p>
      </div>
      <Sentences
        title="Not looked at"
        items={
          unseen.length > 0
            ? [`There was no time for ${counted(unseen.length, 'column')}: ${unseen.slice(0, 10).join(', ')}.`]
            : []
        }
      />
      {items.length === 0 ? (
        <Empty
          title="No proposals"
          level="h3"
          text="No spellings, spaces, placeholders or rows that come again were found."
        />
      ) : (
        <ul class="repair-list">
          {items.map((oddity, index) => (
            <OddityItem
              {...{ oddity, address, index }}
              id={items.findIndex((one) => placeOf(one) === placeOf(oddity)) === index ? placeOf(oddity) : undefined}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type ItemProps = { oddity: Oddity; address: string; index: number }

const OddityItem = ({ oddity, address, index, id }: ItemProps & { id: string | undefined }) => (
  <li id={id}>
    <div>
      <h3>
        {oddity.column && <span class="mono">{oddity.column}</span>} {TITLES[oddity.kind]}{' '}
        <span class="badge">{number(oddity.count)}</span>
      </h3>
      <p class="small muted">{oddity.about}</p>
      {oddity.values ? (
        <Spellings oddity={oddity} address={address} index={index} />
      ) : (
        <ul class="repair-examples small">
          {oddity.examples.map(({ before, after }) => (
            <li>
              <Written text={before} />
              {after !== undefined && (
                <>
                  <span class="muted"> becomes </span>
                  {after === null ? <span class="null">no value</span> : <Written text={after} />}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
    {oddity.step && !oddity.values && (
      <form method="post" action={address}>
        <input type="hidden" name="step" value={JSON.stringify(oddity.step)} />
        <Submit look="small" aria-label={`${ACTS[oddity.kind]}: ${oddity.column ?? 'rows'}`}>
          {ACTS[oddity.kind]}
        </Submit>
      </form>
    )}
  </li>
)

const Written = ({ text }: { text: string }) => <span class="repair-text mono">{withSpaces(text)}</span>

function Spellings({ oddity: { column, values = [], step }, address, index }: ItemProps) {
  const chosen = step?.kind === 'replace' ? (step.to ?? '') : ''
  return (
    <form class="repair-merge" method="post" action={address}>
      <input type="hidden" name="kind" value="replace" />
      <input type="hidden" name="column" value={column ?? ''} />
      <fieldset>
        <legend class="quiet">Spellings that are merged</legend>
        {values.map(({ value, count }, at) => (
          <label class="check">
            <input type="checkbox" name={`from.${at}`} value={JSON.stringify(value)} checked />
            <span>
              <Written text={value} /> <span class="muted">{number(count)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="repair-kept">
        <label class="small" for={`kept-${index}`}>
          All become
        </label>
        <input
          class="input"
          id={`kept-${index}`}
          name="to"
          value={chosen}
          list={`kept-${index}-list`}
          autocomplete="off"
        />
        <datalist id={`kept-${index}-list`}>
          {values.map(({ value }) => (
            <option value={value.trim()} />
          ))}
        </datalist>
        <Submit look="small" aria-label={`Merge into ${chosen}`}>
          Merge
        </Submit>
      </div>
    </form>
  )
}

function ByHand({ table, address }: { table: CatalogTable; address: string }) {
  const columns = Object.fromEntries(table.columns.map(({ name }) => [name, name]))
  const form = { values: {}, errors: {} }
  const field = (kind: string, name: string, rest: { label: string } & Partial<Parameters<typeof Field>[0]>) => (
    <Field form={form} id={`${kind}-${name}`} name={name} {...rest} />
  )
  return (
    <details class="card reading" id="by-hand">
      <summary class="card-head" data-act="Add">
        <h2>Add a step by hand</h2>
        <p>Replace a value, divide or multiply, keep one row of each key, trim, or leave a column out.</p>
      </summary>
      <div class="card-body repair-forms">
        <form class="form" method="post" action={address}>
          <h3>Replace a value</h3>
          <input type="hidden" name="kind" value="replace" />
          {field('replace', 'column', { label: 'Column', options: columns })}
          {field('replace', 'value', { label: 'Value' })}
          {field('replace', 'to', { label: 'Becomes', optional: true, hint: 'Empty: no value.' })}
          <Submit label="Replace" />
        </form>
        <form class="form" method="post" action={address}>
          <h3>Divide or multiply</h3>
          <input type="hidden" name="kind" value="scale" />
          {field('scale', 'column', { label: 'Column', options: columns })}
          {field('scale', 'how', { label: 'How', options: { divide: 'Divide by', multiply: 'Multiply by' } })}
          {field('scale', 'by', { label: 'Number', inputmode: 'decimal' })}
          {field('scale', 'least', { label: 'Only from this size on', optional: true, inputmode: 'decimal' })}
          <Submit label="Calculate" />
        </form>
        <form class="form" method="post" action={address}>
          <h3>Keep one row of each key</h3>
          <input type="hidden" name="kind" value="key" />
          {field('key', 'column', { label: 'Key', options: columns })}
          {field('key', 'second', { label: 'Together with', options: { '': 'nothing', ...columns } })}
          {field('key', 'third', { label: 'And with', options: { '': 'nothing', ...columns } })}
          {field('key', 'latest', { label: 'Of them the latest by', options: { '': 'none: the first', ...columns } })}
          <Submit label="Keep one" />
        </form>
        <form class="form" method="post" action={address}>
          <h3>A whole column</h3>
          {field('column', 'column', { label: 'Column', options: columns })}
          {field('column', 'kind', { label: 'What', options: { trim: 'Trim its spaces', hide: 'Leave it out' } })}
          <Submit label="Apply" />
        </form>
      </div>
    </details>
  )
}

function RawRows({ raw, at }: { raw: NonNullable<Props['raw']>; at(page: number): string }) {
  const { page, total_rows: total } = raw
  return (
    <section class="card" id="raw">
      <div class="card-head">
        <h2>Raw rows</h2>
        <span class="muted small">
          {counted(total, 'row')}, as they were read{page > 1 && `, page ${page}`}
        </span>
      </div>
      <RowsTable
        columns={raw.columns.map(({ name }) => ({ name, type: 'VARCHAR' }))}
        rows={raw.rows}
        locale={region()}
        label="Raw rows"
      />
      {(page > 1 || page * RAW_ROWS < total) && (
        <nav class="card-foot" aria-label="Pages of raw rows">
          {page > 1 && (
            <a class="button button-small" href={`${at(page - 1)}#raw`}>
              Previous rows
            </a>
          )}
          {page * RAW_ROWS < total && (
            <a class="button button-small" href={`${at(page + 1)}#raw`}>
              Next rows
            </a>
          )}
        </nav>
      )}
    </section>
  )
}
