import { grammarOf, words } from '../statement/grammar.ts'

const quotedName = (name: string) => `\`${name.replaceAll('`', '``')}\``

/** Words that cannot be names, and those that would begin something that is not known here. */
const RESERVED = words(`
  against all alter analyze and as asc between both by call case check collate create cross current_role current_user cursor database
  databases declare default delayed delete desc describe distinct distinctrow div do drop dual each else elseif end escape except exists
  explain fetch for force from full fulltext grant group groups having high_priority ignore in index inner inout insert intersect into
  is iterate join key keys kill lateral leading leave left like limit lines load lock loop low_priority match minus natural next not
  nowait of offset on optimize or order out outer outfile over partition previous primary procedure purge range recursive references
  regexp release rename repeat replace require returning revoke right rlike rollup rows schema schemas select separator session_user set
  show skip sounds sql starting straight_join system system_user table temporary terminated then to trailing trigger undo union unlock
  update usage use user using value values when where while window with write xor`)

/**
 * MySQL and MariaDB under the sql_mode that the session sets (ANSI_QUOTES, NO_BACKSLASH_ESCAPES, PIPES_AS_CONCAT). Functions that only
 * compute: no files, locks, sleeping, sessions, variables, sequences, stored functions.
 */
export const GRAMMAR = grammarOf(
  {
    functions: `
      adddate addtime any_value ascii bin bin_to_uuid bit_and bit_count bit_length bit_or bit_xor char char_length character_length chr
      concat_ws conv convert convert_tz crc32 curdate current_date current_time current_timestamp curtime date date_add date_format date_sub
      datediff dayname dayofmonth dayofweek dayofyear elt export_set extract extractvalue field find_in_set format format_bytes from_base64
      from_days from_unixtime group_concat grouping hex if ifnull inet6_aton inet6_ntoa inet_aton inet_ntoa insert instr interval is_ipv4
      is_ipv6 is_uuid isnull json_array json_array_append json_array_insert json_arrayagg json_compact json_contains json_contains_path
      json_depth json_detailed json_equals json_exists json_extract json_insert json_keys json_length json_loose json_merge json_merge_patch
      json_merge_preserve json_normalize json_object json_objectagg json_overlaps json_pretty json_query json_quote json_remove json_replace
      json_search json_set json_type json_unquote json_valid json_value last_day lcase lengthb localtime localtimestamp locate log2 lpad
      make_set makedate maketime match md5 median microsecond mid monthname natural_sort_key now nvl nvl2 oct octet_length ord
      percentile_cont percentile_disc period_add period_diff position pow quarter quote rand regexp_instr regexp_like regexp_replace
      regexp_substr repeat row rpad sec_to_time sha sha1 sha2 soundex space st_area st_asgeojson st_astext st_aswkt st_contains st_distance
      st_distance_sphere st_geomfromtext st_intersects st_latitude st_length st_longitude st_within st_x st_y std str_to_date strcmp subdate
      substr substring substring_index subtime sysdate time time_format time_to_sec timediff timestamp timestampadd timestampdiff to_base64
      to_char to_date to_days to_number to_seconds truncate ucase unhex unix_timestamp utc_date utc_time utc_timestamp uuid uuid_to_bin week
      weekday weekofyear weight_string yearweek`,
    types: 'binary datetime dec inet4 inet6 json nchar signed unsigned uuid year',
    niladic: 'localtime localtimestamp utc_date utc_time utc_timestamp',
    typedTexts: 'n x b date time timestamp',
    operators: '<=> -> ->> << >> & | ^ && xor',
    prefixes: 'not - + ~ binary !',
    joins: 'left right inner outer cross',
    without: 'corr covar_pop covar_samp smallint tinyint boolean bool',
  },
  ['mysql', 'limit'],
  {
    reserved: new Set(RESERVED),
    lexis: {
      space: /[ \t\r\n\v\f]+/y,
      word: /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y,
      number: /0x[0-9a-fA-F]+|0b[01]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y,
      lineComment: /(?:#|--(?=[\0- ]|$))[^\n]*/y,
      anyName: true,
    },
    nameQuotes: { '"': '"', '`': '`' },
    // Stands for a primary key that is a number.
    systemColumns: /^_rowid$/i,
    quoted: quotedName,
  },
)
