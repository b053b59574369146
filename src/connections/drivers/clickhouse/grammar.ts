import { COMMON_FUNCTIONS, COMMON_NILADIC, type Grammar, RESERVED, STANDARD, words } from '../statement/grammar.ts'
import { backtickedName } from '../text.ts'

/** Functions that only compute: no files, hosts, dictionaries, tables, settings, sleeping, processes, models. */
const FUNCTIONS =
  words(`acosh adddate adddays addhours addminutes addmonths addquarters addseconds addweeks addyears any anyheavy anylast
  any_value argmax argmin array arrayall arrayavg arraycompact arrayconcat arraycount arraycumsum arraydifference arraydistinct
  arrayelement arrayenumerate arrayexists arrayfill arrayfilter arrayfirst arrayfirstindex arrayflatten arrayintersect arrayjoin arraylast
  arraymap arraymax arraymin arraypopback arraypopfront arrayproduct arraypushback arraypushfront arrayreduce arrayreverse arrayreversesort
  arrayslice arraysort arraystringconcat arraysum arrayuniq arrayzip ascii asinh assumenotnull atanh avgif avgweighted bar base64decode
  base64encode bitand bitcount bitnot bitor bitshiftleft bitshiftright bitxor casewithexpression cast cbrt char_length character_length
  cityhash64 concatwithseparator concat_ws contains corrstable cosh countdistinct countequal countif countsubstrings
  countsubstringscaseinsensitive covarpop covarsamp crc32 cutquerystring cutwww date date_add date_diff date_format date_sub date_trunc
  datediff datename dateadd datesub dayofmonth dayofweek dayofyear deltasum domain domainwithoutwww e empty endswith erf erfc exp10 exp2
  extractall extractallgroups extracturlparameter fill finalizeaggregation firstsignificantsubdomain flatten floor format formatdatetime
  formatreadablesize formatreadabletimedelta formatreadablequantity fragment fromunixtimestamp from_unixtime gcd geodistance
  greatcircledistance greatercirclangle greater greaterorequals grouparray grouparrayif groupbitand groupbitor groupbitxor groupuniqarray
  grouparraysorted group_concat grouping halfmd5 has hasall hasany hassubstr hassubsequence hex histogram if ifnotfinite ifnull ilike initcap
  intdiv intdivorzero intervallengthsum inttohex ipv4numtostring ipv4stringtonum ipv4tostring isfinite isinfinite isnan isnotnull isnull
  isvalidutf8 isipv4string isipv6string jsonextract jsonextractarrayraw jsonextractbool jsonextractfloat jsonextractint jsonextractkeys
  jsonextractkeysandvalues jsonextractraw jsonextractstring jsonextractuint jsonhas jsonlength jsontype json_query json_value json_exists
  isvalidjson kurtpop kurtsamp laginframe leadinframe last_day lcm leftpad length lengthutf8 less lessorequals levenshteindistance
  lgamma like likelihood locate log1p lowerutf8 lcase makedate makedate32 makedatetime map mapcontains mapkeys mapvalues mapfilter mapadd
  maxif maxmap md5 median medianexact minif minmap minus minus modulo moduloorzero monthname multiif multifuzzymatchany multimatchany
  multisearchany multiply neighbor negate ngramdistance normalizequery not notempty notequals notlike now now64 parsedatetime
  parsedatetimebesteffort parsedatetimebesteffortornull parsedatetimebesteffortorzero path pathfull plus position
  positioncaseinsensitive positionutf8 positivemodulo pow protocol quantile quantiledeterministic quantileexact quantileexactweighted
  quantileif quantiles quantilesexact quantilestdigest quantilestiming quantiletdigest quantiletiming quarter querystring rand rand64
  range regexpextract regexpquotemeta repeat replaceall replaceone replaceregexpall replaceregexpone reverseutf8 rightpad roundage
  roundbankers rounddown roundduration rpad lpad runningaccumulate runningdifference sequencecount sequencematch sequencenextnode sha1
  sha256 sha512 simplejsonextractint simplejsonextractraw simplejsonextractstring simplelinearregression sinh siphash64 skewpop skewsamp
  soundex space splitbychar splitbynonalpha splitbyregexp splitbystring splitbywhitespace startofhour startswith stddevpop stddevsamp
  subdate substr substring substringindex substringutf8 subtractdays subtracthours subtractminutes subtractmonths subtractquarters
  subtractseconds subtractweeks subtractyears sumif sumkahan summap sumwithoverflow tgamma timeslot timezoneoffset timestampadd
  timestampdiff tocolumntypename todate todate32 todatetime todatetime64 todayofmonth todayofweek todayofyear todecimal128 todecimal256
  todecimal32 todecimal64 toenum8 tofixedstring tofloat32 tofloat32ornull tofloat64 tofloat64ornull tofloat64orzero tohour toint128
  toint16 toint256 toint32 toint32ornull toint32orzero toint64 toint64ornull toint64orzero toint8 tointervalday tointervalhour
  tointervalminute tointervalmonth tointervalquarter tointervalsecond tointervalweek tointervalyear toipv4 toipv6 toisoweek toisoyear
  tojsonstring tolastdayofmonth tolastdayofweek tolowcardinality tominute tomonday tomonth tonullable toquarter torelativedaynum
  torelativehournum torelativemonthnum torelativeweeknum torelativeyearnum tosecond tostartofday tostartoffifteenminutes
  tostartoffiveminutes tostartofhour tostartofinterval tostartofisoyear tostartofminute tostartofmonth tostartofquarter tostartofsecond
  tostartoftenminutes tostartofweek tostartofyear tostring tostringcuttozero totime totimezone totypename touint128 touint16 touint256
  touint32 touint64 touint64ornull touint64orzero touint8 tounixtimestamp tounixtimestamp64milli touuid tovalidutf8 toweek toyear
  toyearweek toyyyymm toyyyymmdd toyyyymmddhhmmss today topk topkweighted topleveldomain translate trimboth trimleft trimright trunc
  truncate tryparse tuple tupleelement tumble ucase unbin unhex uniq uniqcombined uniqcombined64 uniqexact uniqexactif uniqhll12 uniqif
  uniqthetasketch upperutf8 urlhash utctimestamp varpop varsamp week weekofyear welchttest widthbucket windowfunnel xor xxhash32 xxhash64
  yearweek yesterday`)

export const GRAMMAR: Grammar = {
  ...STANDARD,
  nameQuotes: { '"': '"', '`': '`' },
  textQuotes: ["'"],
  backslash: true,
  doubled: true,
  functions: new Set([...COMMON_FUNCTIONS, ...FUNCTIONS]),
  tableFunctions: new Set(['numbers']),
  niladic: new Set([...COMMON_NILADIC, 'inf', 'nan']),
  reserved: new Set([
    ...RESERVED,
    ...words('format settings prewhere sample attach detach optimize system rename set use watch ttl'),
  ]),
  types: new Set(
    words(`string fixedstring int8 int16 int32 int64 int128 int256 uint8 uint16 uint32 uint64 uint128 uint256 float32 float64 bool boolean
      date date32 datetime datetime64 decimal decimal32 decimal64 decimal128 decimal256 uuid ipv4 ipv6 nullable lowcardinality array tuple
      map enum8 enum16 int integer bigint smallint tinyint float double varchar char text timestamp`),
  ),
  operators: new Set(['::', '->', '==']),
  joins: [...STANDARD.joins, 'any', 'all', 'semi', 'anti', 'asof', 'global'],
  parts: new Set([
    'rows as values',
    'cast by name',
    'limit',
    'limit by',
    'qualify',
    'array join',
    'prewhere',
    'final',
    'expression with',
    'aliases inside',
    'parametric',
    'subscript',
    'array brackets',
    'tables after in',
    'star except',
  ]),
  // A statement may have two of them: LIMIT BY and LIMIT.
  limit: 'around',
  quoted: backtickedName,
  folded: (name) => name,
}
