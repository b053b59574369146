-- A version of the settings stays as it was made, and so does the seal of an audit event.
CREATE TRIGGER setting_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON setting_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
