import { grammarOf } from '../statement/grammar.ts'

/** Functions of Trino that only compute: nothing of the session, the cluster, models or other languages. */
export const GRAMMAR = grammarOf(
  {
    functions: `
      all_match any_match any_value approx_distinct approx_most_frequent approx_percentile approx_set arbitrary array array_agg
      array_average array_distinct array_except array_first array_histogram array_intersect array_join array_last array_max array_min
      array_position array_remove array_sort array_sum array_union arrays_overlap at_timezone bit_count bitwise_and bitwise_and_agg
      bitwise_left_shift bitwise_not bitwise_or bitwise_or_agg bitwise_right_shift bitwise_xor bool_and bool_or cardinality cast cbrt
      char_length character_length checksum chr codepoint combinations concat_ws contains contains_sequence cosh cosine_similarity count_if
      crc32 date date_add date_diff date_format date_parse date_trunc day_of_month day_of_week day_of_year dow doy e element_at
      empty_approx_set entropy every filter flatten format format_datetime format_number from_base from_base64 from_hex from_iso8601_date
      from_iso8601_timestamp from_unixtime from_unixtime_nanos from_utf8 geometric_mean grouping hamming_distance histogram
      human_readable_seconds if index infinity inverse_normal_cdf is_finite is_infinite is_json_scalar is_nan jaccard_index
      json_array_contains json_array_get json_array_length json_extract json_extract_scalar json_format json_parse json_size kurtosis
      last_day_of_month levenshtein_distance listagg localtime localtimestamp lpad luhn_check map map_agg map_concat map_entries map_filter
      map_from_entries map_keys map_union map_values map_zip_with max_by md5 merge millisecond min_by multimap_agg murmur3 nan ngrams
      none_match normal_cdf normalize now numeric_histogram parse_data_size parse_datetime parse_duration parse_presto_data_size position
      pow qdigest_agg quarter rand random reduce reduce_agg regexp_count regexp_extract regexp_extract_all regexp_like regexp_position
      regexp_replace regexp_split regr_intercept regr_slope repeat row rpad sequence sha1 sha256 sha512 shuffle sinh skewness slice soundex
      split split_part split_to_map spooky_hash_v2_64 starts_with strpos substr substring tanh tdigest_agg timestamp_objectid timezone_hour
      timezone_minute to_base to_base64 to_char to_date to_hex to_iso8601 to_milliseconds to_timestamp to_unixtime to_utf8 transform
      transform_keys transform_values translate trim_array truncate try try_cast typeof url_decode url_encode url_extract_fragment
      url_extract_host url_extract_parameter url_extract_path url_extract_port url_extract_protocol url_extract_query uuid value_at_quantile
      week week_of_year width_bucket wilson_interval_lower wilson_interval_upper with_timezone word_stem xxhash64 year_of_week yow zip
      zip_with`,
    reserved: `
      constraint cube current_catalog current_path current_role current_schema current_user deallocate extract grouping json_array
      json_exists json_object json_query json_table json_value localtime localtimestamp match_recognize normalize prepare recursive rollup
      session skip system tablesample trim uescape unnest`,
    types: 'array interval ipaddress json map row uuid varbinary',
    tableFunctions: 'unnest',
    niladic: 'localtime localtimestamp',
    operators: '->',
  },
  ['rows as values', 'limit', 'fetch', 'arrays'],
  // Trino compares all names without case, quoted or not.
  { anyCase: true, folded: (name) => name.toLowerCase() },
)
