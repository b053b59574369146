-- What was given or taken by hand stays as it was written down.
CREATE TRIGGER credit_allocations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_allocations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER credit_allocation_files_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_allocation_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
