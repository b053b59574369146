import {
  autocompletion,
  type Completion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  MariaSQL,
  MSSQL,
  MySQL,
  PostgreSQL,
  SQLDialect,
  SQLite,
  type SQLNamespace,
  StandardSQL,
  sql,
} from '@codemirror/lang-sql'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Span, sqlName, wordsOf } from './statement.ts'

/** A table as the completion knows it; `schema` where its database has several. */
export type KnownTable = { schema: string; name: string; rows: string; columns: { name: string; type: string }[] }
/** What can be completed: `engine` decides the language, `workspace` is DuckDB's. */
export type Knowledge = {
  engine: string
  tables: KnownTable[]
  /** Tables by a part of their name, also those that are not among `tables`. */
  find(q: string): Promise<KnownTable[]>
}

export type CodeOptions = {
  text: string
  knowledge: Knowledge
  onChange(text: string): void
  onRun(): void
}

/** Letters from which on the names of all tables are looked through. */
const LEAST_LETTERS = 2

/** Functions of DuckDB that are asked for most, as the completion offers them. */
const SIGNATURES = `
  count(*); sum(value); avg(value); min(value); max(value); median(value); quantile_cont(value, 0.9);
  stddev(value); corr(y, x); arg_max(what, by); arg_min(what, by); string_agg(value, ', '); list(value);
  coalesce(value, otherwise); nullif(value, other); round(value, digits); floor(value); ceil(value);
  abs(value); greatest(a, b); least(a, b); lower(text); upper(text); trim(text); ltrim(text); length(text);
  substring(text, start, length); replace(text, from, to); split_part(text, ',', 1); contains(text, part);
  starts_with(text, part); regexp_matches(text, pattern); regexp_replace(text, pattern, by);
  regexp_extract(text, pattern, 1); concat(a, b); try_cast(value AS DOUBLE); date_trunc('month', day);
  date_part('year', day); date_diff('day', start, end); year(day); month(day); monthname(day); dayname(day);
  strftime(day, '%Y-%m'); strptime(text, '%d/%m/%Y'); row_number(); rank(); lag(value); lead(value);
  first_value(value); range(10); unnest(list)
`

/** Their names, each with what it takes. */
const FUNCTIONS = [...SIGNATURES.matchAll(/(\w+)\((.*?)\)(?:;|\s*$)/gm)].map(([, name = '', takes = '']) => ({
  name,
  takes,
}))

const DUCKDB = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords: `${PostgreSQL.spec.keywords ?? ''} qualify pivot unpivot asof positional exclude sample semi anti summarize`,
})
const DIALECTS: Record<string, SQLDialect> = {
  workspace: DUCKDB,
  postgres: PostgreSQL,
  mysql: MySQL,
  mariadb: MariaSQL,
  sqlite: SQLite,
  sqlserver: MSSQL,
}

/** Colours come from the page's own tokens, so that they follow its theme. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--accent-ink)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--green)' },
  // Names in quotes.
  { tag: tags.special(tags.string), color: 'var(--ink)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--amber)' },
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--purple)' },
])

const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--ink)', fontSize: '13px' },
  // The frame around it shows the focus: here, the line numbers would cover a part of the ring.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.64', minHeight: '180px', maxHeight: '46vh' },
  '.cm-content': {
    minHeight: '180px',
    boxSizing: 'border-box',
    caretColor: 'var(--ink)',
    padding: '12px 0',
    fontVariantLigatures: 'none',
  },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 14px', minWidth: '32px' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '6px',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '12.5px', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px 3px 4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent-ink)',
  },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal', marginLeft: '1em' },
  '.cm-completionIcon': { color: 'var(--muted)', opacity: '1' },
  '.cm-diagnostic': { fontFamily: 'var(--sans)', fontSize: '13px', padding: '6px 10px', maxWidth: '420px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--red)',
    textUnderlineOffset: '3px',
  },
})

/** Opens the editor in `host`, in a shadow tree: its styles are made by script, which the page itself does not allow. */
export function createEditor(host: HTMLElement, options: CodeOptions) {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const language = new Compartment()
  let knowledge = options.knowledge
  const stateOf = (doc: string) =>
    EditorState.create({
      doc,
      extensions: [
        keymap.of([
          {
            key: 'Mod-Enter',
            run: (editor) => {
              closeCompletion(editor)
              options.onRun()
              return true
            },
          },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ maxRenderedOptions: 60 }),
        language.of(languageOf(knowledge)),
        syntaxHighlighting(colours),
        theme,
        EditorView.lineWrapping,
        placeholder('SELECT …'),
        EditorView.contentAttributes.of({ 'aria-label': 'SQL statement', spellcheck: 'false', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString())
        }),
      ],
    })
  const view = new EditorView({ state: stateOf(options.text), parent: shadow, root: shadow })
  const replace = ({ from, to }: Span, insert: string) => {
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, scrollIntoView: true })
    view.focus()
  }
  return {
    text: () => view.state.doc.toString(),
    setText: (text: string) => view.setState(stateOf(text)),
    /** What is selected, or the cursor as an empty span. */
    selection: (): Span => view.state.selection.main,
    insert: (text: string) => replace(view.state.selection.main, text),
    replace,
    know(next: Knowledge) {
      knowledge = next
      view.dispatch({ effects: language.reconfigure(languageOf(next)) })
    },
    mark(problem: (Span & { message: string }) | null) {
      const length = view.state.doc.length
      const fits = problem && problem.to <= length && problem.from < problem.to
      view.dispatch(setDiagnostics(view.state, fits ? [{ ...problem, severity: 'error' }] : []))
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}
/** The editor once it stands: what the page does with it. */
export type CodeHandle = ReturnType<typeof createEditor>

function languageOf(knowledge: Knowledge) {
  const { engine, tables } = knowledge
  const dialect = DIALECTS[engine] ?? StandardSQL
  const support = sql({ dialect, schema: namespaceOf(tables), upperCaseKeywords: true })
  const source = (context: CompletionContext) => namesAt(context, knowledge)
  return [support, dialect.language.data.of({ autocomplete: source })]
}

/** Tables with their columns; below their schemas where these are told. */
function namespaceOf(tables: KnownTable[]): SQLNamespace {
  const entries = (of: KnownTable[]) =>
    of.map(({ name, rows, columns }): [string, SQLNamespace] => {
      const children = columns.map(({ name, type }) => ({ label: name, type: 'property', detail: type }))
      return [name, { self: { label: name, type: 'class', detail: rows }, children }]
    })
  const { '': bare = [], ...schemas } = Object.groupBy(tables, ({ schema }) => schema)
  const inSchemas = Object.entries(schemas).map(([name, of = []]) => [name, Object.fromEntries(entries(of))])
  return Object.fromEntries([...entries(bare), ...inSchemas])
}

/** Columns of the tables that the statement names, and functions: what may stand at almost any place. */
async function namesAt(context: CompletionContext, { engine, tables, find }: Knowledge) {
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u)
  if (!word || context.state.sliceDoc(word.from - 1, word.from) === '.') return null
  const named = wordsOf(context.state.doc.toString())
  const completion = (type: string, label: string, detail: string, apply = sqlName(label)): Completion => ({
    type,
    label,
    detail,
    apply,
    ...(type === 'property' && { boost: 2 }),
  })
  const columns = tables
    .filter(({ name }) => named.has(name.toLowerCase()))
    .flatMap((table) => table.columns.map(({ name, type }) => completion('property', name, `${type}, ${table.name}`)))
  const functions = engine === 'workspace' ? FUNCTIONS : []
  // Those among `tables` are completed with their schemas.
  const others = (word.text.length >= LEAST_LETTERS ? await find(word.text) : [])
    .filter(({ name }) => !tables.some((table) => table.name === name))
    .map(({ name, rows }) => completion('class', name, rows))
  if (context.aborted) return null
  const all = [
    ...functions.map(({ name, takes }) => completion('function', name, `(${takes})`, `${name}(`)),
    ...columns,
    ...others,
  ]
  const options = [...new Map(all.map((one) => [`${one.type} ${one.label}`, one])).values()]
  // More letters may fit tables that were not among the first.
  return { from: word.from, options, ...(others.length === 0 && { validFor: /^[\p{L}\p{N}_]*$/u }) }
}
