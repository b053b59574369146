-- A paid answer stays as it was written down.
CREATE TRIGGER credit_usage_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_usage
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
