import { capital } from '#base/text.ts'
import { Problem } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { FileEntity } from '../rules/answers.ts'
import {
  COLUMN_TYPES,
  type ColumnType,
  DATE_ORDER_NAMES,
  DATE_ORDERS,
  DELIMITER_NAMES,
  type DialectChoices,
  ENCODINGS,
} from '../rules/dialect.ts'
import type { FileDialect, Preview } from '../rules/ingest.ts'

export type Rereading = { form: FormState; preview: Preview | null; previewProblem: string | null }

type Props = { workspaceId: string; file: FileEntity; rereading: Rereading; open: boolean }

/** Columns whose types are offered in the form; the API takes any. */
const MOST_TYPES = 100
const TYPE_NAMES: Record<ColumnType, string> = {
  text: 'Text',
  integer: 'Whole number',
  decimal: 'Decimal number',
  double: 'Number with any fraction',
  date: 'Date',
  timestamp: 'Date and time',
  time: 'Time of day',
  boolean: 'True or false',
}

/** How delimited text was read, what would be read with other choices, and the button that does it. */
export function ReadingCard({ workspaceId, file, rereading: { form, preview, previewProblem }, open }: Props) {
  const params = { id: workspaceId, fileId: file.id }
  const { dialect } = file
  const columns = file.tables[0]?.columns ?? []
  const previewing = href(urls.workspaceFilePreview, params)
  return (
    <details class="card reading" id="reading" open={open}>
      <summary class="card-head" data-act="Change">
        <h2>How it was read</h2>
        <p>{summaryOf(dialect)}</p>
      </summary>
      <form
        class="card-body reading-form"
        method="post"
        action={href(urls.workspaceFileRead, params)}
        hx-post={previewing}
        hx-trigger="change delay:300ms"
        hx-target="#reading-preview"
        hx-select="#reading-preview"
        hx-swap="outerHTML"
        hx-sync="this:replace"
      >
        <Problem text={form.problem} />
        {form.values.set_apart && <input type="hidden" name="set_apart" value={form.values.set_apart} />}
        <div class="reading-fields">
          <Choice form={form} name="delimiter" label="Between values" auto={nameOfDelimiter(dialect.delimiter)}>
            {delimitersFor(form.values.delimiter ?? dialect.delimiter)}
          </Choice>
          <Choice
            form={form}
            name="quote"
            label="Quotes"
            auto={dialect.quote === null ? 'none' : (dialect.quote ?? '"')}
          >
            {[
              ['"', 'Double quotes "'],
              ["'", "Single quotes '"],
              ['none', 'None'],
            ]}
          </Choice>
          <Choice form={form} name="encoding" label="Encoding" auto={dialect.encoding ?? 'utf-8'}>
            {ENCODINGS.map((one) => [one, one])}
          </Choice>
          <Choice form={form} name="header" label="First row" auto={dialect.header === false ? 'values' : 'names'}>
            {[
              ['true', 'Names the columns'],
              ['false', 'Holds values'],
            ]}
          </Choice>
          <div class="field">
            <label for="field-skipped_lines">Lines above the table</label>
            <input
              class="input"
              id="field-skipped_lines"
              name="skipped_lines"
              inputmode="numeric"
              autocomplete="off"
              placeholder={`Found: ${dialect.skipped_lines ?? 0}`}
              value={form.values.skipped_lines ?? ''}
              aria-invalid={form.errors.skipped_lines ? 'true' : undefined}
            />
            {form.errors.skipped_lines && <p class="error">{form.errors.skipped_lines}</p>}
          </div>
          <Choice form={form} name="decimal" label="Decimal sign" auto={dialect.decimal === ',' ? 'comma' : 'point'}>
            {[
              ['.', 'Point: 1,234.50'],
              [',', 'Comma: 1.234,50'],
            ]}
          </Choice>
          <Choice
            form={form}
            name="dates"
            label="Order in dates"
            auto={dialect.dates ? DATE_ORDER_NAMES[dialect.dates] : 'none to settle'}
          >
            {DATE_ORDERS.map((order) => [order, DATE_ORDER_NAMES[order]])}
          </Choice>
        </div>
        <details class="reading-types" open={Object.keys(form.values).some((name) => name.startsWith('types.'))}>
          <summary>Types of columns</summary>
          <div class="reading-fields">
            {columns.slice(0, MOST_TYPES).map(({ name, type }) => (
              <Choice form={form} name={`types.${name}`} label={name} auto={nameOfType(type)}>
                {COLUMN_TYPES.map((one) => [one, TYPE_NAMES[one]])}
              </Choice>
            ))}
          </div>
        </details>
        <div class="form-actions">
          <button class="button button-primary" type="submit" disabled={file.reading_again}>
            Read again
          </button>
          <button class="button" type="submit" formaction={previewing}>
            Preview
          </button>
          <span class="small muted">The version stays, and so do its tables if it cannot be read so.</span>
        </div>
        <PreviewTable preview={preview} problem={previewProblem} />
      </form>
    </details>
  )
}

type ChoiceProps = { form: FormState; name: string; label: string; auto: string; children: string[][] }

/** A select whose first choice leaves it to us, saying what that gave. */
function Choice({ form, name, label, auto, children }: ChoiceProps) {
  const id = `field-${name}`
  const chosen = form.values[name] ?? ''
  const error = form.errors[name]
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select class="select" id={id} name={name} aria-invalid={error ? 'true' : undefined}>
        <option value="">Found: {auto}</option>
        {children.map(([value, text]) => (
          <option value={value} selected={chosen === value}>
            {text}
          </option>
        ))}
      </select>
      {error && <p class="error">{error}</p>}
    </div>
  )
}

/** Where the preview of a form that was not changed yet goes. */
function PreviewTable({ preview, problem }: { preview: Preview | null; problem: string | null }) {
  return (
    <div id="reading-preview" aria-live="polite">
      {problem && (
        <div class="alert alert-error" role="alert">
          {problem}
        </div>
      )}
      {preview && (
        <>
          <h3 class="reading-title">The first rows would be</h3>
          <div class="table-wrap" tabindex={0}>
            <table class="table">
              <thead>
                <tr>
                  {preview.columns.map(({ name, type }) => (
                    <th>
                      {name}
                      <span class="column-type">{type}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {preview.rows.map((row) => (
                  <tr>
                    {row.map((value) => (
                      <td class="reading-value">
                        {value === null ? <span class="muted">–</span> : value.slice(0, 120)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {preview.rejected.length > 0 && (
            <p class="small muted">
              Left out: {preview.rejected.map(({ line, reason }) => `line ${line} (${reason})`).join(' ')}
            </p>
          )}
        </>
      )}
    </div>
  )
}

/** Dates that could be read in two orders are said, and the other order is one click away. */
export function AmbiguousDates({ workspaceId, file }: { workspaceId: string; file: FileEntity }) {
  const { ambiguous_dates: columns = [], dates = 'dmy', chosen = {} } = file.dialect
  if (columns.length === 0) return null
  const other = dates === 'mdy' ? 'dmy' : 'mdy'
  const fields = Object.entries(formOf({ ...chosen, dates: other }))
  return (
    <form
      class="alert reading-dates"
      method="post"
      action={href(urls.workspaceFileRead, { id: workspaceId, fileId: file.id })}
    >
      <p>
        Dates in {columns.map((name) => `“${name}”`).join(', ')} were read as {DATE_ORDER_NAMES[dates]}. Every one of
        them would also be a date as {DATE_ORDER_NAMES[other]}.
      </p>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button class="button button-small" type="submit">
        Read as {DATE_ORDER_NAMES[other]}
      </button>
    </form>
  )
}

export function formOf(choices: DialectChoices): Record<string, string> {
  const { types = {}, quote, ...rest } = choices
  return Object.fromEntries([
    ...Object.entries(rest).map(([name, value]) => [name, String(value)]),
    ...(quote === undefined ? [] : [['quote', quote || 'none']]),
    ...Object.entries(types).map(([name, type]) => [`types.${name}`, type]),
  ])
}

/** The usual ones, and the one that this file has. */
const delimitersFor = (own: string | undefined): string[][] => [
  ...Object.entries(DELIMITER_NAMES),
  ...(own && !DELIMITER_NAMES[own] ? [[own, `“${own}”`]] : []),
]

function nameOfType(type: string): string {
  const types: Record<string, ColumnType> = {
    VARCHAR: 'text',
    BIGINT: 'integer',
    DOUBLE: 'double',
    DATE: 'date',
    TIMESTAMP: 'timestamp',
    TIME: 'time',
    BOOLEAN: 'boolean',
  }
  const found = type.startsWith('DECIMAL') ? 'decimal' : types[type]
  return found ? TYPE_NAMES[found].toLowerCase() : type
}

export const nameOfDelimiter = (delimiter: string | undefined) =>
  delimiter === undefined ? 'comma' : (DELIMITER_NAMES[delimiter] ?? `“${delimiter}”`).toLowerCase()

function summaryOf(dialect: FileDialect): string {
  const parts = [
    `${nameOfDelimiter(dialect.delimiter)} between values`,
    dialect.encoding ?? 'utf-8',
    dialect.header === false ? 'no row of names' : 'names in the first row',
    dialect.skipped_lines ? `${dialect.skipped_lines} lines passed over` : '',
    dialect.decimal === ',' ? 'decimal comma' : '',
    dialect.dates ? `dates as ${DATE_ORDER_NAMES[dialect.dates]}` : '',
    dialect.chosen ? 'as you chose' : 'as we found',
  ]
  const text = parts.filter(Boolean).join(' · ')
  return `${capital(text)}.`
}
