import { grammarOf } from '../statement/grammar.ts'
import { backtickedName } from '../text.ts'

/** Functions of GoogleSQL that only compute: no models, keys, remote functions, sessions. */
export const GRAMMAR = grammarOf(
  {
    functions: `
      any_value approx_count_distinct approx_quantiles approx_top_count approx_top_sum array array_agg array_concat array_concat_agg
      array_first array_last array_length array_reverse array_slice array_to_string ascii asinh bit_and bit_count bit_or bit_xor bool
      byte_length cbrt char_length character_length chr code_points_to_bytes code_points_to_string collate contains_substr cosine_distance
      countif csc date date_add date_diff date_from_unix_date date_sub date_trunc datetime datetime_add datetime_diff datetime_sub
      datetime_trunc div edit_distance ends_with euclidean_distance extract farm_fingerprint float64 format format_date format_datetime
      format_time format_timestamp from_base32 from_base64 from_hex generate_array generate_date_array generate_timestamp_array grouping
      ieee_divide if ifnull initcap instr int64 is_inf is_nan isnull isoweek isoyear json_array json_array_append json_extract
      json_extract_array json_extract_scalar json_extract_string_array json_keys json_object json_query json_query_array json_remove
      json_set json_strip_nulls json_type json_value json_value_array justify_days justify_hours justify_interval last_day lax_bool
      lax_float64 lax_int64 lax_string logical_and logical_or lpad make_interval max_by md5 min_by normalize normalize_and_casefold
      octet_length offset ordinal parse_bignumeric parse_date parse_datetime parse_json parse_numeric parse_time parse_timestamp
      percentile_cont percentile_disc pow quarter range_bucket regexp_contains regexp_extract regexp_extract_all regexp_instr regexp_replace
      regexp_substr repeat rpad safe_add safe_cast safe_convert_bytes_to_string safe_divide safe_multiply safe_negate safe_offset
      safe_ordinal safe_subtract sec sha1 sha256 sha512 sinh soundex split st_area st_asgeojson st_astext st_centroid st_contains
      st_distance st_dwithin st_geogfromtext st_geogpoint st_intersects st_length st_within st_x st_y starts_with string string_agg strpos
      struct substr substring tanh time time_add time_diff time_sub time_trunc timestamp timestamp_add timestamp_diff timestamp_micros
      timestamp_millis timestamp_seconds timestamp_sub timestamp_trunc to_base32 to_base64 to_code_points to_hex to_json to_json_string
      translate trunc unicode unix_date unix_micros unix_millis unix_seconds unnest week`,
    reserved: `
      assert_rows_modified at collate contains cube current default define enum exclude following groups hash ignore lookup match_recognize
      new no nulls of partition pivot preceding proto range recursive respect rollup rows struct tablesample to treat unbounded unnest
      unpivot within`,
    types: 'array bigdecimal bignumeric bytes datetime float64 geography int64 interval json string struct',
    tableFunctions: 'unnest',
    without: 'day hour minute second',
  },
  ['bigquery', 'rows as values', 'limit', 'qualify', 'arrays', 'star except'],
  { nameQuotes: { '`': '`' }, textQuotes: ["'", '"'], backslash: true, doubled: false, quoted: backtickedName },
)
