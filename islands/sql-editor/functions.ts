/** Functions of DuckDB that are asked for most, as the completion offers them. */
const SIGNATURES = `
  count(*); sum(value); avg(value); min(value); max(value); median(value); quantile_cont(value, 0.9);
  stddev(value); corr(y, x); arg_max(what, by); arg_min(what, by); string_agg(value, ', '); list(value);
  coalesce(value, otherwise); nullif(value, other); round(value, digits); floor(value); ceil(value);
  abs(value); greatest(a, b); least(a, b); lower(text); upper(text); trim(text); ltrim(text); length(text);
  substring(text, start, length); replace(text, from, to); split_part(text, ',', 1); contains(text, part);
  starts_with(text, part); regexp_matches(text, pattern); regexp_replace(text, pattern, by);
  regexp_extract(text, pattern, 1); concat(a, b); try_cast(value AS DOUBLE); date_trunc('month', day);
  date_part('year', day); date_diff('day', start, end); year(day); month(day); monthname(day); dayname(day);
  strftime(day, '%Y-%m'); strptime(text, '%d/%m/%Y'); row_number(); rank(); lag(value); lead(value);
  first_value(value); range(10); unnest(list)
`

/** Their names, each with what it takes. */
export const FUNCTIONS = [...SIGNATURES.matchAll(/(\w+)\((.*?)\)(?:;|\s*$)/gm)].map(([, name = '', takes = '']) => ({
  name,
  takes,
}))
