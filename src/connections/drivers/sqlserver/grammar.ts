import { grammarOf } from '../statement/grammar.ts'

export const quotedName = (name: string) => `[${name.replaceAll(']', ']]')}]`
export const quotedText = (text: string) => `N'${text.replaceAll("'", "''")}'`

/** Functions of T-SQL that only compute: nothing of the session, server, catalogue, keys, files. */
export const GRAMMAR = grammarOf(
  {
    functions: `
      approx_count_distinct approx_percentile_cont approx_percentile_disc ascii atn2 bit_count cast char charindex checksum_agg choose
      concat_ws convert count_big date_bucket dateadd datediff datediff_big datefromparts datename datepart datetime2fromparts
      datetimefromparts datetimeoffsetfromparts datetrunc difference eomonth format getdate getutcdate grouping grouping_id hashbytes iif
      isdate isjson isnull isnumeric json_array json_object json_path_exists json_query json_value len nchar patindex percentile_cont
      percentile_disc quotename rand replicate smalldatetimefromparts soundex space square stdev stdevp str string_agg string_escape stuff
      substring switchoffset sysdatetime sysdatetimeoffset sysutcdatetime timefromparts todatetimeoffset translate try_cast try_convert
      unicode var varp`,
    reserved: `
      add authorization backup break browse bulk cascade checkpoint close clustered coalesce column compute constraint contains
      containstable continue convert current current_date current_time current_timestamp current_user cursor database dbcc deallocate
      declare default deny disk distributed double dump errlvl exit external false file fillfactor foreign freetext freetexttable function
      go goto holdlock identity identity_insert identitycol if index key lineno national nocheck nonclustered nullif of off offsets open
      opendatasource openquery openrowset openxml option percent pivot plan precision primary print proc public raiserror read readtext
      reconfigure references replication restore restrict return revert rowcount rowguidcol rule save schema securityaudit
      semantickeyphrasetable semanticsimilaritydetailstable semanticsimilaritytable session_user setuser shutdown statistics system_user
      tablesample textsize throw to top tran transaction trigger true try_convert tsequal unique unpivot updatetext user varying view
      waitfor while within writetext`,
    types: `
      binary bit datetime datetime2 datetimeoffset money nchar ntext nvarchar smalldatetime smallmoney text uniqueidentifier varbinary xml`,
    // Anything else before a text is a column, and the text its new name.
    typedTexts: 'n',
    operators: '& | ^',
    without: 'nth_value true false current_time boolean bool double timestamp',
  },
  ['sqlserver', 'rows as values', 'fetch'],
  // TOP belongs to one SELECT of several.
  { nameQuotes: { '[': ']', '"': '"' }, limit: 'session', anyCase: true, quoted: quotedName },
)
