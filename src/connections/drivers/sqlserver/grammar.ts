import {
  COMMON_FUNCTIONS,
  COMMON_NILADIC,
  COMMON_TYPES,
  type Grammar,
  RESERVED,
  STANDARD,
  words,
} from '../statement/grammar.ts'

export const quotedName = (name: string) => `[${name.replaceAll(']', ']]')}]`
export const quotedText = (text: string) => `N'${text.replaceAll("'", "''")}'`

/** Functions of T-SQL that only compute: nothing of the session, server, catalogue, keys, files. */
const FUNCTIONS =
  words(`approx_count_distinct approx_percentile_cont approx_percentile_disc ascii atn2 bit_count cast char charindex
  choose checksum_agg concat_ws convert count_big date_bucket dateadd datediff datediff_big datefromparts datename datepart datetime2fromparts
  datetimefromparts datetimeoffsetfromparts datetrunc day difference eomonth format getdate getutcdate grouping grouping_id hashbytes
  iif isdate isjson isnull isnumeric json_array json_object json_path_exists json_query json_value len log nchar patindex
  percentile_cont percentile_disc quotename rand replicate smalldatetimefromparts soundex space square stdev stdevp str string_agg
  string_escape stuff substring switchoffset sysdatetime sysdatetimeoffset sysutcdatetime timefromparts todatetimeoffset translate
  try_cast try_convert unicode var varp`)

export const GRAMMAR: Grammar = {
  ...STANDARD,
  nameQuotes: { '[': ']', '"': '"' },
  textQuotes: ["'"],
  backslash: false,
  doubled: true,
  functions: new Set(
    [...COMMON_FUNCTIONS, ...FUNCTIONS]
      .filter((name) => !/^(greatest|least|nth_value|trim)$/.test(name))
      .concat('greatest', 'least', 'trim'),
  ),
  tableFunctions: new Set(),
  niladic: new Set(['null', 'current_timestamp', 'current_date']),
  reserved: new Set([
    ...RESERVED,
    ...COMMON_NILADIC,
    ...words(`add authorization backup break browse bulk cascade checkpoint close clustered coalesce column compute constraint contains
      containstable continue convert current current_user cursor database dbcc deallocate declare default deny disk distributed double dump
      errlvl exit external file fillfactor foreign freetext freetexttable function go goto holdlock identity identity_insert identitycol if index
      key lineno national nocheck nonclustered nullif of off offsets open opendatasource openquery openrowset openxml option percent pivot plan
      precision primary print proc public raiserror read readtext reconfigure references replication restore restrict return revert rowcount
      rowguidcol rule save schema securityaudit semantickeyphrasetable semanticsimilaritydetailstable semanticsimilaritytable session_user
      setuser shutdown statistics system_user tablesample textsize throw to top tran transaction trigger try_convert tsequal unique unpivot
      updatetext user varying view waitfor while within writetext`),
  ]),
  types: new Set([
    ...COMMON_TYPES.filter((type) => !/^(boolean|bool|double|timestamp)$/.test(type)),
    ...words(
      'bit money smallmoney nchar nvarchar text ntext datetime datetime2 datetimeoffset smalldatetime uniqueidentifier varbinary binary xml',
    ),
  ]),
  // Anything else before a text is a column, and the text its new name.
  typedTexts: new Set('n'),
  operators: new Set(['&', '|', '^']),
  parts: new Set(['rows as values', 'top', 'fetch', 'recursive always', 'nolock']),
  // TOP belongs to one SELECT of several.
  limit: 'session',
  anyCase: true,
  quoted: quotedName,
  folded: (name) => name,
}
