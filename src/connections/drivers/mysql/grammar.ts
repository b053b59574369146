import { COMMON_NILADIC, type Grammar, STANDARD, words } from '../statement/grammar.ts'

const quotedName = (name: string) => `\`${name.replaceAll('`', '``')}\``

/** Functions that only compute: no files, locks, sleeping, sessions, variables, sequences, stored functions. */
const FUNCTIONS =
  words(`abs acos adddate addtime any_value ascii asin atan atan2 avg bin bit_and bit_count bit_length bit_or bit_xor ceil ceiling char
  char_length character_length chr coalesce concat concat_ws conv convert convert_tz cos cot count crc32 cume_dist curdate current_date
  current_time current_timestamp curtime date date_add date_format date_sub datediff day dayname dayofmonth dayofweek dayofyear degrees
  dense_rank elt exp export_set extract extractvalue field find_in_set first_value floor format format_bytes from_base64 from_days from_unixtime
  greatest group_concat grouping hex hour if ifnull inet6_aton inet6_ntoa inet_aton inet_ntoa insert instr interval is_ipv4 is_ipv6
  is_uuid isnull json_array json_array_append json_array_insert json_arrayagg json_compact json_contains json_contains_path json_depth
  json_detailed json_equals json_exists json_extract json_insert json_keys json_length json_loose json_merge json_merge_patch
  json_merge_preserve json_normalize json_object json_objectagg json_overlaps json_pretty json_query json_quote json_remove json_replace
  json_search json_set json_type json_unquote json_valid json_value lag last_day last_value lcase lead least left length
  lengthb ln localtime localtimestamp locate log log10 log2 lower lpad ltrim make_set makedate maketime max md5 median match mid microsecond min
  minute mod month monthname natural_sort_key now nth_value ntile nullif nvl nvl2 oct octet_length ord percent_rank percentile_cont
  percentile_disc period_add period_diff pi position pow power quarter quote radians rand rank regexp_instr regexp_like regexp_replace
  regexp_substr repeat replace reverse right round row row_number rpad rtrim sec_to_time second sha sha1 sha2 sign sin soundex space sqrt
  st_area st_asgeojson st_astext st_aswkt st_contains st_distance st_distance_sphere st_geomfromtext st_intersects st_latitude st_length
  st_longitude st_within st_x st_y std stddev stddev_pop stddev_samp str_to_date strcmp subdate substr substring substring_index subtime sum
  sysdate tan time time_format time_to_sec timediff timestamp timestampadd timestampdiff to_base64 to_char to_date to_days to_number
  to_seconds trim truncate ucase unhex unix_timestamp upper utc_date utc_time utc_timestamp uuid uuid_to_bin bin_to_uuid var_pop var_samp
  variance week weekday weekofyear weight_string year yearweek`)

/** MySQL and MariaDB under the sql_mode that the session sets (ANSI_QUOTES, NO_BACKSLASH_ESCAPES, PIPES_AS_CONCAT). */
export const GRAMMAR: Grammar = {
  ...STANDARD,
  lexis: {
    space: /[ \t\r\n\v\f]+/y,
    word: /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y,
    number: /0x[0-9a-fA-F]+|0b[01]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y,
    lineComment: /(?:#|--(?=[\0- ]|$))[^\n]*/y,
    anyName: true,
  },
  nameQuotes: { '"': '"', '`': '`' },
  textQuotes: ["'"],
  backslash: false,
  doubled: true,
  functions: new Set(FUNCTIONS),
  tableFunctions: new Set(),
  niladic: new Set([...COMMON_NILADIC, ...words('localtime localtimestamp utc_date utc_time utc_timestamp')]),
  // Also words that would begin something that is not known here.
  reserved: new Set(
    words(`all alter analyze and as asc between both by call case check collate create cross current_user current_role cursor database
    databases declare default delayed delete desc describe distinct distinctrow div do drop dual each else elseif end except exists explain
    fetch for force from full fulltext grant group groups having high_priority ignore in index inner inout insert intersect into is iterate
    join key keys kill lateral leading leave left like limit lines load lock loop low_priority match minus natural not next nowait of on
    optimize or order out outer outfile over partition previous primary procedure purge range recursive references regexp release rename repeat
    replace require returning revoke right rlike rows schema schemas select separator session_user set show skip sounds sql starting
    straight_join system system_user table terminated then to trailing trigger undo union unlock update usage use user using value values when
    where while window with write xor escape rollup offset against temporary`),
  ),
  types: new Set(
    words(`binary char nchar varchar date datetime time timestamp decimal dec numeric double float real int integer bigint json signed
      unsigned year uuid inet6 inet4`),
  ),
  typedTexts: new Set(words('n x b date time timestamp')),
  operators: new Set(words('<=> -> ->> << >> & | ^ && xor').concat('sounds like')),
  prefixes: new Set([...STANDARD.prefixes, 'binary', '!']),
  joins: ['left', 'right', 'inner', 'outer', 'cross'],
  // Stands for a primary key that is a number.
  systemColumns: /^_rowid$/i,
  parts: new Set([
    'limit',
    'texts as names',
    'text names results',
    'functions touch brackets',
    'character sets',
    'values after in',
    'straight join',
    'dual',
    'table hints',
    'ordered groups',
  ]),
  quoted: quotedName,
  folded: (name) => name,
}
