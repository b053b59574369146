import { words } from '../statement/grammar.ts'

/**
 * Functions of pg_catalog that only compute: no files, settings, sessions, locks, sequences, other statements (query_to_xml,
 * ts_stat, ts_rewrite) or the catalogue. Everything that is not here is refused.
 */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  words(`abs acos acosd acosh age any_value area array_agg array_append array_cat array_dims array_fill array_length array_lower array_ndims
    array_position array_positions array_prepend array_remove array_replace array_reverse array_sample array_shuffle array_sort
    array_to_json array_to_string array_to_tsvector array_upper ascii asin asind asinh atan atan2 atan2d atand atanh avg bit_and bit_count
    bit_length bit_or bit_xor bool_and bool_or box broadcast btrim cardinality cbrt ceil ceiling center char_length character_length chr
    circle clock_timestamp concat concat_ws convert convert_from convert_to corr cos cosd cosh cot cotd count covar_pop covar_samp
    cume_dist date date_add date_bin date_part date_subtract date_trunc datemultirange daterange decode degrees dense_rank diagonal
    diameter div encode enum_first enum_last enum_range erf erfc every exp extract factorial family first_value floor format gamma gcd
    gen_random_uuid generate_series generate_subscripts get_bit get_byte height host hostmask initcap int4multirange int4range
    int8multirange int8range is_normalized isclosed isempty isfinite isopen isparallel isperp justify_days justify_hours justify_interval
    json_agg json_agg_strict json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each
    json_each_text json_extract_path json_extract_path_text json_object json_object_agg json_object_agg_strict json_object_agg_unique
    json_object_keys json_strip_nulls json_to_record json_to_recordset json_typeof jsonb_agg jsonb_agg_strict jsonb_array_elements
    jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path
    jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg jsonb_object_keys jsonb_path_exists jsonb_path_match
    jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record
    jsonb_to_recordset jsonb_typeof row_to_json to_json to_jsonb lag last_value lcm lead left length lgamma like_escape ln log log10 lower
    lower_inc lower_inf lpad ltrim make_date make_interval make_time make_timestamp make_timestamptz masklen max md5 min min_scale mod
    mode multirange netmask network normalize now nth_value ntile num_nonnulls num_nulls numnode nummultirange numrange octet_length
    overlaps overlay parse_ident percent_rank percentile_cont percentile_disc phraseto_tsquery pi plainto_tsquery point polygon position
    pow power quote_ident quote_literal quote_nullable radians radius random random_normal range_agg range_intersect_agg range_merge rank
    regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table
    regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy repeat replace reverse round
    row_number rpad rtrim scale set_bit set_byte set_masklen setweight sha224 sha256 sha384 sha512 sign similar_escape similar_to_escape
    sin sind sinh slope split_part sqrt starts_with statement_timestamp stddev stddev_pop stddev_samp string_agg string_to_array
    string_to_table strip strpos substr substring sum tan tand tanh text timeofday timezone to_ascii to_bin to_char to_date to_hex
    to_number to_oct to_timestamp to_tsquery to_tsvector transaction_timestamp translate trim_array trim_scale trunc ts_delete ts_filter
    ts_headline ts_rank ts_rank_cd tsmultirange tsquery_phrase tsrange tstzmultirange tstzrange unistr unnest upper upper_inc upper_inf
    uuidv4 uuidv7 var_pop var_samp variance websearch_to_tsquery width width_bucket xmlagg xmlcomment pg_typeof pg_size_pretty`),
)

/** Types of pg_catalog whose values are only values: not the reg types, which look names up in the catalogue. */
export const TYPES: ReadonlySet<string> = new Set(
  words(`bool int2 int4 int8 float4 float8 numeric decimal money text varchar bpchar char name bit varbit bytea date time timetz
    timestamp timestamptz interval uuid json jsonb jsonpath xml inet cidr macaddr macaddr8 point line lseg box path polygon circle
    tsvector tsquery int4range int8range numrange tsrange tstzrange daterange int4multirange int8multirange nummultirange tsmultirange
    tstzmultirange datemultirange integer int smallint bigint real boolean string`),
)

/** Parts of a SELECT that are known to do no harm by themselves, as libpg_query names them. */
export const NODES: ReadonlySet<string> = new Set(
  words(`SelectStmt ResTarget ColumnRef A_Star A_Const A_Expr A_ArrayExpr A_Indirection A_Indices FuncCall TypeCast TypeName String
    Integer Float Boolean BitString List BoolExpr NullTest BooleanTest CaseExpr CaseWhen CoalesceExpr MinMaxExpr SQLValueFunction SubLink
    RowExpr CollateClause NamedArgExpr GroupingFunc GroupingSet SortBy WindowDef RangeVar RangeSubselect RangeFunction JoinExpr
    CommonTableExpr WithClause Alias ColumnDef XmlSerialize XmlExpr RangeTableSample JsonObjectConstructor JsonArrayConstructor
    JsonKeyValue JsonValueExpr JsonObjectAgg JsonArrayAgg JsonIsPredicate JsonFuncExpr JsonScalarExpr JsonParseExpr JsonSerializeExpr`),
)
