CREATE TABLE "catalog_versions" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog_versions" ADD CONSTRAINT "catalog_versions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE FUNCTION catalog_changed(ids text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO catalog_versions (workspace_id, version)
  SELECT id, gen_random_uuid()::text FROM workspaces WHERE id = ANY (ids)
  ON CONFLICT (workspace_id) DO UPDATE SET version = EXCLUDED.version
$$;
--> statement-breakpoint
CREATE FUNCTION catalog_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM catalog_changed(ARRAY(SELECT DISTINCT workspace_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION catalog_column_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM catalog_changed(ARRAY(
    SELECT DISTINCT t.workspace_id FROM catalog_tables t WHERE t.id IN (SELECT DISTINCT table_id FROM changed)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER catalog_tables_insert_version AFTER INSERT ON catalog_tables
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_tables_update_version AFTER UPDATE ON catalog_tables
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_tables_delete_version AFTER DELETE ON catalog_tables
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_relations_insert_version AFTER INSERT ON catalog_relations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_relations_update_version AFTER UPDATE ON catalog_relations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_relations_delete_version AFTER DELETE ON catalog_relations
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_columns_insert_version AFTER INSERT ON catalog_columns
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_column_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_columns_update_version AFTER UPDATE ON catalog_columns
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_column_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_columns_delete_version AFTER DELETE ON catalog_columns
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_column_changed();
