import { quotedName } from '../text.ts'

/** How a statement in the language of one engine is read: only what is listed here is understood, everything else is refused. */
export type Grammar = {
  lexis: Lexis
  /** Signs around names: opening -> closing. */
  nameQuotes: Readonly<Record<string, string>>
  /** Signs around texts. */
  textQuotes: readonly string[]
  /** A backslash in a text takes the next sign with it. */
  backslash: boolean
  /** A quote is written twice inside a text. */
  doubled: boolean
  /** Functions that only compute, in lower case. */
  functions: ReadonlySet<string>
  /** Functions that stand in FROM, in lower case: they make rows of their arguments and of nothing else. */
  tableFunctions: ReadonlySet<string>
  /** Values that are written without brackets. */
  niladic: ReadonlySet<string>
  /** Words that cannot be names without quotes. */
  reserved: ReadonlySet<string>
  types: ReadonlySet<string>
  /** Words before a text that say what it is: `date '2024-01-01'`. Those of one letter touch it. */
  typedTexts: ReadonlySet<string>
  operators: ReadonlySet<string>
  prefixes: ReadonlySet<string>
  joins: readonly string[]
  /** Columns that the engine adds to every table by itself, and sequences. */
  systemColumns: RegExp
  parts: ReadonlySet<Part>
  /** Where the number of rows is limited: in the statement itself, around it, or by a setting of the session. */
  limit: 'inside' | 'around' | 'session'
  /** Names of tables are compared without case. */
  anyCase: boolean
  quoted(name: string): string
  /** What a name means to the engine when it compares names of tables. @param isQuoted whether it stood in quotes */
  folded(name: string, isQuoted: boolean): string
}

/** How the text is divided into words. All expressions are sticky. */
type Lexis = {
  space: RegExp
  word: RegExp
  number: RegExp
  lineComment: RegExp
  /** Names may contain any sign, their quote twice. */
  anyName: boolean
}

/** Those of a single language go by the name of its engine. */
type Part =
  | 'limit'
  | 'fetch'
  | 'qualify'
  | 'arrays'
  | 'star except'
  | 'rows as values'
  | 'mysql'
  | 'clickhouse'
  | 'bigquery'
  | 'snowflake'
  | 'sqlserver'

export const words = (text: string): string[] => text.trim().split(/\s+/)

/** Words that begin or divide parts of statements in all languages here. */
const RESERVED: readonly string[] =
  words(`all alter and any as asc begin between by call case check commit copy create cross
  delete desc describe distinct drop else end escape except exec execute exists explain fetch for from full grant group having in inner
  insert intersect into is join kill lateral left like limit load lock merge natural not null offset on or order outer over procedure
  qualify replace returning revoke right rollback select set show some table then truncate union update use using values when where
  window with`)

const COMMON_FUNCTIONS: readonly string[] =
  words(`abs acos asin atan atan2 avg ceil ceiling coalesce concat corr cos cot count
  covar_pop covar_samp cume_dist day degrees dense_rank exp first_value floor greatest lag last_value lead least left length ln log log10
  lower ltrim max min mod month nth_value ntile nullif percent_rank pi power radians rank replace reverse right round row_number rtrim
  second sign sin sqrt stddev stddev_pop stddev_samp sum tan trim upper var_pop var_samp variance year hour minute`)

const COMMON_NILADIC: readonly string[] = words('null true false current_date current_time current_timestamp')

const COMMON_TYPES: readonly string[] =
  words(`bigint int integer smallint tinyint decimal numeric float real double char varchar
  date time timestamp boolean bool`)

/** The words of a grammar, each set as one text. The first four are beside the common ones, `without` those that an engine has not. */
type WordSet =
  | 'functions'
  | 'types'
  | 'reserved'
  | 'niladic'
  | 'tableFunctions'
  | 'typedTexts'
  | 'operators'
  | 'prefixes'
type Vocabulary = Partial<Record<WordSet | 'joins' | 'without', string>>

/** The grammar of an engine: what is not said here of it is as in standard SQL. */
export function grammarOf(vocabulary: Vocabulary, parts: Part[], own: Partial<Grammar> = {}): Grammar {
  const set = (text = '') => new Set(words(text).filter(Boolean))
  const missing = set(vocabulary.without)
  const withCommon = (common: readonly string[], text?: string) => set(text).union(new Set(common).difference(missing))
  return {
    lexis: {
      space: /[ \t\r\n]+/y,
      word: /[A-Za-z_][A-Za-z0-9_]*/y,
      number: /0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y,
      lineComment: /--[^\r\n]*/y,
      anyName: false,
    },
    nameQuotes: { '"': '"' },
    textQuotes: ["'"],
    backslash: false,
    doubled: true,
    functions: withCommon(COMMON_FUNCTIONS, vocabulary.functions),
    types: withCommon(COMMON_TYPES, vocabulary.types),
    reserved: withCommon(RESERVED, vocabulary.reserved),
    niladic: withCommon(COMMON_NILADIC, vocabulary.niladic),
    tableFunctions: set(vocabulary.tableFunctions),
    typedTexts: set(vocabulary.typedTexts ?? 'n x b date time timestamp datetime decimal numeric bignumeric json uuid'),
    operators: set(vocabulary.operators),
    prefixes: set(vocabulary.prefixes ?? 'not - + ~'),
    joins: words(vocabulary.joins ?? 'left right full inner outer cross'),
    // Paths of files, partitions, sequences.
    systemColumns: /^\$|^_(file_name|path|file|table|partition|change)|^(nextval|currval)$/i,
    parts: new Set(parts),
    limit: 'inside',
    anyCase: false,
    quoted: quotedName,
    folded: (name) => name,
    ...own,
  }
}
