CREATE TABLE "table_ratings" (
	"message_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"table_name" text NOT NULL,
	"up" boolean NOT NULL,
	CONSTRAINT "table_ratings_message_id_table_name_pk" PRIMARY KEY("message_id","table_name")
);
--> statement-breakpoint
ALTER TABLE "table_ratings" ADD CONSTRAINT "table_ratings_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_ratings" ADD CONSTRAINT "table_ratings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "table_ratings_table" ON "table_ratings" USING btree ("workspace_id","table_name","up");--> statement-breakpoint
-- A new version of a table takes the place of the old one in one transaction, so what is left is looked at where that ends.
CREATE FUNCTION forget_ratings_of_gone_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM table_ratings WHERE workspace_id = OLD.workspace_id AND table_name = OLD.name
    AND NOT EXISTS (SELECT FROM catalog_tables WHERE workspace_id = OLD.workspace_id AND name = OLD.name AND current);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER table_ratings_of_deleted AFTER DELETE ON catalog_tables DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.current) EXECUTE FUNCTION forget_ratings_of_gone_table();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER table_ratings_of_retired AFTER UPDATE ON catalog_tables DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.current AND (NOT NEW.current OR NEW.name <> OLD.name)) EXECUTE FUNCTION forget_ratings_of_gone_table();
