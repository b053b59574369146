CREATE TABLE "definitions" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"definition_id" text NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"state" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"proposed_by" text NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"checked" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- What was verified before keeps its ids.
INSERT INTO "definitions" ("id", "workspace_id", "definition_id", "version", "kind", "name", "content", "state", "proposed_by", "decided_by", "decided_at", "created_at")
	SELECT "id", "workspace_id", "id", 1, 'query', "question", jsonb_build_object('description', "description", 'source', "source", 'sql', "sql"), 'approved', "verified_by", "verified_by", "updated_at", "created_at" FROM "verified_queries";
--> statement-breakpoint
DROP TABLE "verified_queries" CASCADE;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "instructions" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "definitions" ADD CONSTRAINT "definitions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "definitions" ADD CONSTRAINT "definitions_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "definitions" ADD CONSTRAINT "definitions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "definitions_name" ON "definitions" USING btree ("workspace_id","kind",lower("name")) WHERE state = 'approved';--> statement-breakpoint
CREATE UNIQUE INDEX "definitions_current" ON "definitions" USING btree ("definition_id") WHERE state = 'approved';--> statement-breakpoint
CREATE UNIQUE INDEX "definitions_version" ON "definitions" USING btree ("definition_id","version");--> statement-breakpoint
CREATE INDEX "definitions_listed" ON "definitions" USING btree ("workspace_id","state","kind","id");