import { grammarOf } from '../statement/grammar.ts'
import { backtickedName } from '../text.ts'

/** Functions that only compute: no files, hosts, dictionaries, tables, settings, sleeping, processes, models. */
export const GRAMMAR = grammarOf(
  {
    functions: `
      acosh adddate adddays addhours addminutes addmonths addquarters addseconds addweeks addyears any any_value anyheavy anylast argmax
      argmin array arrayall arrayavg arraycompact arrayconcat arraycount arraycumsum arraydifference arraydistinct arrayelement
      arrayenumerate arrayexists arrayfill arrayfilter arrayfirst arrayfirstindex arrayflatten arrayintersect arrayjoin arraylast arraymap
      arraymax arraymin arraypopback arraypopfront arrayproduct arraypushback arraypushfront arrayreduce arrayreverse arrayreversesort
      arrayslice arraysort arraystringconcat arraysum arrayuniq arrayzip ascii asinh assumenotnull atanh avgif avgweighted bar base64decode
      base64encode bitand bitcount bitnot bitor bitshiftleft bitshiftright bitxor casewithexpression cast cbrt char_length character_length
      cityhash64 concat_ws concatwithseparator contains corrstable cosh countdistinct countequal countif countsubstrings
      countsubstringscaseinsensitive covarpop covarsamp crc32 cutquerystring cutwww date date_add date_diff date_format date_sub date_trunc
      dateadd datediff datename datesub dayofmonth dayofweek dayofyear deltasum domain domainwithoutwww e empty endswith erf erfc exp10 exp2
      extractall extractallgroups extracturlparameter fill finalizeaggregation firstsignificantsubdomain flatten format formatdatetime
      formatreadablequantity formatreadablesize formatreadabletimedelta fragment from_unixtime fromunixtimestamp gcd geodistance
      greatcircledistance greater greatercirclangle greaterorequals group_concat grouparray grouparrayif grouparraysorted groupbitand
      groupbitor groupbitxor grouping groupuniqarray halfmd5 has hasall hasany hassubsequence hassubstr hex histogram if ifnotfinite ifnull
      ilike initcap intdiv intdivorzero intervallengthsum inttohex ipv4numtostring ipv4stringtonum ipv4tostring isfinite isinfinite
      isipv4string isipv6string isnan isnotnull isnull isvalidjson isvalidutf8 json_exists json_query json_value jsonextract
      jsonextractarrayraw jsonextractbool jsonextractfloat jsonextractint jsonextractkeys jsonextractkeysandvalues jsonextractraw
      jsonextractstring jsonextractuint jsonhas jsonlength jsontype kurtpop kurtsamp laginframe last_day lcase lcm leadinframe leftpad
      lengthutf8 less lessorequals levenshteindistance lgamma like likelihood locate log1p lowerutf8 lpad makedate makedate32 makedatetime
      map mapadd mapcontains mapfilter mapkeys mapvalues maxif maxmap md5 median medianexact minif minmap minus modulo moduloorzero
      monthname multifuzzymatchany multiif multimatchany multiply multisearchany negate neighbor ngramdistance normalizequery not notempty
      notequals notlike now now64 parsedatetime parsedatetimebesteffort parsedatetimebesteffortornull parsedatetimebesteffortorzero path
      pathfull plus position positioncaseinsensitive positionutf8 positivemodulo pow protocol quantile quantiledeterministic quantileexact
      quantileexactweighted quantileif quantiles quantilesexact quantilestdigest quantilestiming quantiletdigest quantiletiming quarter
      querystring rand rand64 range regexpextract regexpquotemeta repeat replaceall replaceone replaceregexpall replaceregexpone reverseutf8
      rightpad roundage roundbankers rounddown roundduration rpad runningaccumulate runningdifference sequencecount sequencematch
      sequencenextnode sha1 sha256 sha512 simplejsonextractint simplejsonextractraw simplejsonextractstring simplelinearregression sinh
      siphash64 skewpop skewsamp soundex space splitbychar splitbynonalpha splitbyregexp splitbystring splitbywhitespace startofhour
      startswith stddevpop stddevsamp subdate substr substring substringindex substringutf8 subtractdays subtracthours subtractminutes
      subtractmonths subtractquarters subtractseconds subtractweeks subtractyears sumif sumkahan summap sumwithoverflow tgamma timeslot
      timestampadd timestampdiff timezoneoffset tocolumntypename todate todate32 todatetime todatetime64 today todayofmonth todayofweek
      todayofyear todecimal128 todecimal256 todecimal32 todecimal64 toenum8 tofixedstring tofloat32 tofloat32ornull tofloat64
      tofloat64ornull tofloat64orzero tohour toint128 toint16 toint256 toint32 toint32ornull toint32orzero toint64 toint64ornull
      toint64orzero toint8 tointervalday tointervalhour tointervalminute tointervalmonth tointervalquarter tointervalsecond tointervalweek
      tointervalyear toipv4 toipv6 toisoweek toisoyear tojsonstring tolastdayofmonth tolastdayofweek tolowcardinality tominute tomonday
      tomonth tonullable topk topkweighted topleveldomain toquarter torelativedaynum torelativehournum torelativemonthnum torelativeweeknum
      torelativeyearnum tosecond tostartofday tostartoffifteenminutes tostartoffiveminutes tostartofhour tostartofinterval tostartofisoyear
      tostartofminute tostartofmonth tostartofquarter tostartofsecond tostartoftenminutes tostartofweek tostartofyear tostring
      tostringcuttozero totime totimezone totypename touint128 touint16 touint256 touint32 touint64 touint64ornull touint64orzero touint8
      tounixtimestamp tounixtimestamp64milli touuid tovalidutf8 toweek toyear toyearweek toyyyymm toyyyymmdd toyyyymmddhhmmss translate
      trimboth trimleft trimright trunc truncate tryparse tumble tuple tupleelement ucase unbin unhex uniq uniqcombined uniqcombined64
      uniqexact uniqexactif uniqhll12 uniqif uniqthetasketch upperutf8 urlhash utctimestamp varpop varsamp week weekofyear welchttest
      widthbucket windowfunnel xor xxhash32 xxhash64 yearweek yesterday`,
    reserved: 'attach detach format optimize prewhere rename sample settings system ttl watch',
    types: `
      array date32 datetime datetime64 decimal128 decimal256 decimal32 decimal64 enum16 enum8 fixedstring float32 float64 int128 int16
      int256 int32 int64 int8 ipv4 ipv6 lowcardinality map nullable string text tuple uint128 uint16 uint256 uint32 uint64 uint8 uuid`,
    tableFunctions: 'numbers',
    niladic: 'inf nan',
    operators: ':: -> ==',
    joins: 'left right full inner outer cross any all semi anti asof global',
    without: 'numeric real time',
  },
  ['clickhouse', 'rows as values', 'limit', 'qualify', 'arrays', 'star except'],
  {
    nameQuotes: { '"': '"', '`': '`' },
    backslash: true,
    // A statement may have two of them: LIMIT BY and LIMIT.
    limit: 'around',
    quoted: backtickedName,
  },
)
