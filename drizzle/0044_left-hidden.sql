CREATE TABLE "catalog_hidden" (
	"workspace_id" text NOT NULL,
	"table_name" text NOT NULL,
	"column_name" text NOT NULL,
	CONSTRAINT "catalog_hidden_workspace_id_table_name_column_name_pk" PRIMARY KEY("workspace_id","table_name","column_name")
);
--> statement-breakpoint
ALTER TABLE "catalog_hidden" ADD CONSTRAINT "catalog_hidden_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO catalog_hidden SELECT DISTINCT t.workspace_id, t.name, c.name
  FROM catalog_tables t JOIN catalog_columns c ON c.table_id = t.id WHERE NOT t.current AND (t.hidden OR c.hidden);
--> statement-breakpoint
-- What leaves the catalog is as it was then: hidden or not. Where its workspace is deleted with it, nothing is kept.
CREATE FUNCTION catalog_table_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM catalog_hidden h USING catalog_columns c WHERE h.workspace_id = OLD.workspace_id AND h.table_name = OLD.name
    AND c.table_id = OLD.id AND c.name = h.column_name AND NOT (OLD.hidden OR c.hidden);
  INSERT INTO catalog_hidden SELECT w.id, OLD.name, c.name FROM catalog_columns c JOIN workspaces w ON w.id = OLD.workspace_id
    WHERE c.table_id = OLD.id AND (OLD.hidden OR c.hidden) ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER catalog_tables_retired AFTER UPDATE ON catalog_tables
  FOR EACH ROW WHEN (OLD.current AND (NOT NEW.current OR NEW.name <> OLD.name)) EXECUTE FUNCTION catalog_table_left();
--> statement-breakpoint
CREATE TRIGGER catalog_tables_deleted BEFORE DELETE ON catalog_tables
  FOR EACH ROW WHEN (OLD.current) EXECUTE FUNCTION catalog_table_left();
--> statement-breakpoint
CREATE FUNCTION catalog_columns_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM catalog_hidden h USING changed c, catalog_tables t WHERE t.id = c.table_id AND t.current
    AND h.workspace_id = t.workspace_id AND h.table_name = t.name AND h.column_name = c.name AND NOT (t.hidden OR c.hidden);
  INSERT INTO catalog_hidden SELECT t.workspace_id, t.name, c.name FROM changed c JOIN catalog_tables t ON t.id = c.table_id
    JOIN workspaces w ON w.id = t.workspace_id WHERE t.current AND (t.hidden OR c.hidden) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER catalog_columns_left AFTER DELETE ON catalog_columns REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog_columns_left();
