CREATE TABLE "agents" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"state" text NOT NULL,
	"saved_by" text NOT NULL,
	"published_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "agent" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "scope" jsonb;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agents_name" ON "agents" USING btree ("workspace_id",lower("name")) WHERE state = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "agents_published" ON "agents" USING btree ("agent_id") WHERE state = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "agents_draft" ON "agents" USING btree ("agent_id") WHERE state = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "agents_version" ON "agents" USING btree ("agent_id","version");--> statement-breakpoint
CREATE INDEX "agents_listed" ON "agents" USING btree ("workspace_id","state","agent_id");