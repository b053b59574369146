import { grammarOf } from '../statement/grammar.ts'

/** Functions of Snowflake that only compute: nothing of the session, system, stages, models, sequences. */
export const GRAMMAR = grammarOf(
  {
    functions: `
      acosh add_months any_value approx_count_distinct approx_percentile approx_top_k array_agg array_append array_cat array_compact
      array_construct array_construct_compact array_contains array_distinct array_except array_flatten array_generate_range array_insert
      array_intersection array_max array_min array_position array_prepend array_remove array_remove_at array_reverse array_size array_slice
      array_sort array_sum array_to_string array_union_agg array_unique_agg arrays_overlap arrays_to_object arrays_zip as_array as_boolean
      as_char as_date as_decimal as_double as_integer as_number as_object as_varchar ascii asinh atanh base64_decode_string base64_encode
      bit_length bitand bitand_agg bitmap_count bitnot bitor bitor_agg bitshiftleft bitshiftright bitxor bitxor_agg booland booland_agg
      boolnot boolor boolor_agg boolxor cbrt char char_length charindex check_json chr collate collation compress concat_ws
      conditional_change_event conditional_true_event contains convert_timezone cosh count_if date date_add date_diff date_from_parts
      date_part date_trunc dateadd datediff dayname dayofmonth dayofweek dayofweekiso dayofyear decode div0 div0null editdistance endswith
      equal_null extract factorial filter flatten get get_path getdate greatest_ignore_nulls grouping grouping_id haversine
      hex_decode_string hex_encode hll if iff ifnull ilike in_array initcap insert is_array is_boolean is_date is_decimal is_double
      is_integer is_null_value is_object is_real is_timestamp_ntz is_varchar jarowinkler_similarity kurtosis last_day least_ignore_nulls
      like likeall listagg localtime localtimestamp lpad max_by md5 md5_hex median min_by mode monthname months_between next_day nullifzero
      nvl nvl2 object_agg object_construct object_construct_keep_null object_delete object_insert object_keys object_pick octet_length
      parse_ip parse_json parse_url percentile_cont percentile_disc position pow previous_day quarter ratio_to_report reduce regexp_count
      regexp_instr regexp_like regexp_replace regexp_substr regexp_substr_all regr_intercept regr_slope repeat rlike rpad sha1 sha1_hex sha2
      sha2_hex sinh skew soundex space split split_part square st_distance st_x st_y startswith string strip_null_value strtok
      strtok_to_array substr substring sysdate systimestamp tanh time time_from_parts time_slice timeadd timediff timestamp_from_parts
      timestamp_ntz_from_parts timestampadd timestampdiff to_array to_binary to_boolean to_char to_date to_decimal to_double to_json
      to_number to_numeric to_object to_time to_timestamp to_timestamp_ltz to_timestamp_ntz to_timestamp_tz to_varchar to_variant to_xml
      transform translate trunc truncate try_cast try_parse_json try_to_boolean try_to_date try_to_decimal try_to_double try_to_number
      try_to_time try_to_timestamp try_to_timestamp_ntz typeof unicode uniform url_encode week weekiso weekofyear width_bucket yearofweek
      yearofweekiso zeroifnull`,
    reserved: `
      account asof at before changes column connect connection constraint current current_user database follows gscluster identifier ilike
      increment issue localtime localtimestamp match_condition match_recognize minus of organization pivot regexp rlike row rows sample
      schema start tablesample to trigger try_cast unique unpivot view whenever`,
    types: `
      array binary byteint datetime float4 float8 number object string text timestamp_ltz timestamp_ntz timestamp_tz varbinary variant`,
    tableFunctions: 'flatten',
    niladic: 'localtime localtimestamp sysdate',
    operators: ':: ->',
  },
  ['snowflake', 'rows as values', 'limit', 'fetch', 'qualify', 'arrays', 'star except'],
  {
    backslash: true,
    // Without quotes, names are in capitals.
    folded: (name, isQuoted) => (isQuoted ? name : name.toUpperCase()),
  },
)
