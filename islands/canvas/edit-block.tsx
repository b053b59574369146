/** @jsxImportSource react */
import { type ChangeEvent, useId, useState } from 'react'
import type { BlockJson, CanvasJson } from '#canvases/rules/answers.ts'
import type { Block, Contents } from '#canvases/rules/block.ts'
import { KIND_NAMES } from '#canvases/rules/block-name.ts'
import { LIMITS } from '#canvases/rules/board.ts'
import { type FilterValues, filtersText } from '#canvases/rules/filter-address.ts'
import { typed } from '#canvases/rules/typed.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import { type ChartSpec, chooseChart } from '#query/rules/chart.ts'
import type { RowKey } from '#query/rules/place.ts'
import { isNumeric, WORKSPACE_SOURCE } from '#query/rules/result.ts'
import { Chart } from '../chat/chart.tsx'
import { DialogFoot, TitledModal } from '../kit/modal.tsx'
import { Form, InputField, Options, Problem, Segments, SelectField } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { runSql } from './calls.ts'

/** What somebody edits: a block that is there, or one that is made. */
export type Edited = Pick<Block, 'kind' | 'content'> & { id: string | null; result: QueryResult | null }
type Made = Pick<Block, 'kind' | 'content'>
type Props = {
  edited: Edited
  canvas: CanvasJson
  filters: FilterValues
  onSave: (made: Made) => void
  onClose: () => void
}

export const editedOf = (block: BlockJson): Edited => ({
  ...{ id: block.id, kind: block.kind, content: block.content as Block['content'] },
  result: block.data?.results[0] ?? null,
})

/** The dialog in which a block is made or changed. */
export function EditBlock(props: Props) {
  const { edited, onClose } = props
  const one = typed(edited)
  return (
    <TitledModal
      className="dialog-wide canvas-dialog"
      title={
        edited.id ? `Change ${KIND_NAMES[edited.kind].toLowerCase()}` : `Add ${KIND_NAMES[edited.kind].toLowerCase()}`
      }
      onClose={onClose}
    >
      {one.kind === 'image' ? (
        <ImageForm {...props} content={one.content} />
      ) : one.kind === 'text' || one.kind === 'heading' ? (
        <WordsForm {...props} kind={one.kind} content={one.content} />
      ) : (
        <DataForm {...props} content={one.content as Contents['grid']} />
      )}
    </TitledModal>
  )
}

type WordsProps = Props & { kind: 'text' | 'heading'; content: { text: string } }

function WordsForm({ kind, content, onSave, onClose }: WordsProps) {
  const [text, setText] = useState(content.text)
  const id = useId()
  const onChange = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setText(event.target.value)
  const field = { id, className: 'input', required: true, value: text, onChange }
  return (
    <Form onSend={() => onSave({ kind, content: { text } })}>
      <div className="dialog-body field">
        <label htmlFor={id}>{kind === 'text' ? 'Text (Markdown)' : 'Heading'}</label>
        {kind === 'text' ? <textarea {...field} rows={10} maxLength={20_000} /> : <input {...field} maxLength={200} />}
      </div>
      <DialogFoot onClose={onClose} />
    </Form>
  )
}

const WIDEST = 1_600

/** A picture, made smaller where it is larger than a board shows it. */
async function smaller(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This file is no picture that can be read. Choose a PNG, JPEG, WebP or GIF.')
  })
  for (let widest = WIDEST; widest > 100; widest /= 2) {
    const scale = Math.min(1, widest / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const data = canvas.toDataURL('image/webp', 0.85)
    if (data.length < LIMITS.image) return data
  }
  throw new Error('This picture is too large. Choose a smaller one.')
}

function ImageForm({ content, onSave, onClose }: Props & { content: Contents['image'] }) {
  const [data, setData] = useState(content.data)
  const [alt, setAlt] = useState(content.alt)
  const { busy, error, run } = useAction()
  const id = useId()
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) void run(async () => setData(await smaller(file)))
  }
  return (
    <Form onSend={() => data && onSave({ kind: 'image', content: { data, alt } })}>
      <div className="dialog-body field">
        <label htmlFor={id}>Picture</label>
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={choose}
          required={!data}
        />
        {data && <img className="canvas-preview" src={data} alt="" />}
        <InputField label="What it shows, for those who cannot see it" maxLength={300} value={alt} onType={setAlt} />
        <Problem text={error} />
      </div>
      <DialogFoot onClose={onClose} busy={busy} />
    </Form>
  )
}

const SHOWN = ['grid', 'chart', 'kpi'] as const
type Shown = (typeof SHOWN)[number]

type DataProps = Props & { content: Contents['grid'] | Contents['chart'] | Contents['kpi'] }

/** A statement and how what it gives is shown: as a table, a chart or one number. */
function DataForm({ edited, canvas, filters, content, onSave, onClose }: DataProps) {
  const [title, setTitle] = useState(content.title)
  const [sql, setSql] = useState(content.sql)
  const [ran, setRan] = useState<{ sql: string; result: QueryResult } | null>(
    edited.result && { sql: content.sql, result: edited.result },
  )
  const [shown, setShown] = useState<Shown>(edited.kind as Shown)
  const [chart, setChart] = useState<ChartSpec | null>('chart' in content ? { ...content.chart, result: 'none' } : null)
  const [value, setValue] = useState('value' in content ? content.value : null)
  const [before, setBefore] = useState('before' in content ? content.before : null)
  const [trend, setTrend] = useState(('trend' in content && content.trend) || null)
  const { busy, error, run } = useAction()
  const id = useId()
  const source = content.source ?? WORKSPACE_SOURCE
  const isRun = ran !== null && ran.sql === sql
  const start = () =>
    run(async () => setRan({ sql, result: await runSql(canvas.id, sql, source, filtersText(filters)) }))
  const result = ran?.result ?? null
  const spec = result && (chart ? { ...chart, result: result.id } : chooseChart(result, title))
  // A column that the statement gives no more is not what is shown.
  const isThere = result?.columns.some(({ name }) => name === value?.column)
  const number = result && (isThere && value ? value : firstNumber(result))
  const isReady = isRun && (shown === 'grid' || (shown === 'chart' ? spec : number))
  const submit = () => {
    if (!isReady) return void start()
    const about = { title, sql, source }
    if (shown === 'grid') onSave({ kind: 'grid', content: about })
    else if (shown === 'chart' && spec) {
      const { result: _, ...rest } = spec
      onSave({ kind: 'chart', content: { ...about, chart: { ...rest, title: title || rest.title } } })
    } else if (number) onSave({ kind: 'kpi', content: { ...about, value: number, before, trend } })
  }
  return (
    <Form onSend={submit}>
      <div className="dialog-body field">
        <InputField label="Title" maxLength={200} value={title} onType={setTitle} />
        <label htmlFor={`${id}-sql`}>SQL{source === WORKSPACE_SOURCE ? '' : ` of ${source}`}</label>
        <textarea
          id={`${id}-sql`}
          className="input canvas-sql"
          rows={6}
          maxLength={20_000}
          required
          spellCheck={false}
          value={sql}
          onChange={(event) => setSql(event.target.value)}
        />
        {canvas.parameters.length > 0 && (
          <p className="hint">Parameters: {canvas.parameters.map(({ name }) => `{{${name}}}`).join(', ')}</p>
        )}
        <Problem text={error} />
        {result && (
          <>
            <Segments
              legend="Shown as"
              options={SHOWN}
              chosen={shown}
              onChoose={setShown}
              label={(kind) => KIND_NAMES[kind]}
            />
            {shown === 'chart' &&
              (spec ? (
                <Chart spec={spec} result={result} onChange={setChart} lean />
              ) : (
                <p className="hint">This result has no shape that a chart would make clearer.</p>
              ))}
            {shown === 'kpi' && (
              <>
                <CellChoice label="Number" result={result} value={number} onChoose={setValue} last={trend !== null} />
                <CellChoice
                  {...{ label: 'Compared with', result, value: before, onChoose: setBefore }}
                  none={trend ? 'the row before' : 'nothing'}
                />
                <SelectField
                  label="Course along"
                  value={trend ?? ''}
                  of={[
                    ['', 'nothing'],
                    ...result.columns
                      .filter(({ name }) => name !== number?.column)
                      .map(({ name }) => [name, name.replaceAll('_', ' ')] as const),
                  ]}
                  onChoose={(along) => {
                    setTrend(along || null)
                    // The last row, until another one is chosen.
                    setValue(along ? { column: number!.column, row: null } : null)
                  }}
                />
              </>
            )}
            {shown === 'grid' && (
              <p className="hint">
                {result.total_rows} rows, {result.columns.length} columns.
              </p>
            )}
          </>
        )}
      </div>
      <DialogFoot onClose={onClose} busy={busy} label={isRun ? 'Save' : 'Run'} />
    </Form>
  )
}

type Cell = Contents['kpi']['value']

const firstNumber = ({ columns, rows }: QueryResult): Cell | null => {
  const column = columns.find(({ type }) => isNumeric(type))
  return column && rows.length > 0 ? { column: column.name, row: keyOf({ columns, rows }, 0) } : null
}

/** What names a row: its words and dates. */
export function keyOf({ columns, rows }: Pick<QueryResult, 'columns' | 'rows'>, row: number): RowKey {
  if (rows.length <= 1) return null
  const words = columns.flatMap(({ name, type }, at) =>
    isNumeric(type) ? [] : [[name, rows[row]![at] ?? null] as const],
  )
  return words.length > 0 ? Object.fromEntries(words) : row === 0 ? null : { [columns[0]!.name]: rows[row]![0] ?? null }
}

function CellChoice(
  props: { label: string; result: QueryResult; value: Cell | null } & (
    | { onChoose: (cell: Cell) => void; none?: undefined; last: boolean }
    | { onChoose: (cell: Cell | null) => void; none: string; last?: undefined }
  ),
) {
  const { label, result, value, last = false } = props
  const id = useId()
  const columns = result.columns.filter(({ type }) => isNumeric(type)).map(({ name }) => name)
  const keys = [...(last ? [null] : []), ...result.rows.map((_, row) => keyOf(result, row))]
  const at = keys.findIndex((key) => JSON.stringify(key) === JSON.stringify(value?.row ?? null))
  const set = (column: string, row: number) => {
    if (column !== '') props.onChoose({ column, row: keys[row] ?? null })
    else if (props.none) props.onChoose(null)
  }
  return (
    <div className="canvas-cell-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="select"
        value={value?.column ?? ''}
        onChange={(event) => set(event.target.value, Math.max(0, at))}
      >
        <Options
          of={[
            ...(props.none ? [['', props.none] as const] : []),
            ...columns.map((name) => [name, name.replaceAll('_', ' ')] as const),
          ]}
        />
      </select>
      {value && result.rows.length > 1 && (
        <select
          className="select"
          aria-label={`Row of ${label.toLowerCase()}`}
          value={String(Math.max(0, at))}
          onChange={(event) => set(value.column, Number(event.target.value))}
        >
          <Options
            of={keys.map((key, row) => [
              String(row),
              key ? Object.values(key).join(', ') : last && row === 0 ? 'last row' : `Row ${row + 1}`,
            ])}
          />
        </select>
      )}
    </div>
  )
}
