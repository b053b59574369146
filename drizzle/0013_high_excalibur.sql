CREATE TABLE "connections" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"engine" text NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text,
	"status" text DEFAULT 'syncing' NOT NULL,
	"error" text,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"server_version" text DEFAULT '' NOT NULL,
	"last_synced_at" timestamp with time zone,
	"refresh_every_minutes" integer,
	"next_refresh_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone,
	"etag" text,
	"last_modified" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"source" text NOT NULL,
	"sql" text NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"result_id" text,
	"rows" integer,
	"elapsed_ms" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"file_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verified_queries" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"question" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"sql" text NOT NULL,
	"verified_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog_tables" ALTER COLUMN "store_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_tables" ADD COLUMN "rows_estimated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_tables" ADD COLUMN "remote_schema" text;--> statement-breakpoint
ALTER TABLE "catalog_tables" ADD COLUMN "remote_name" text;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_queries" ADD CONSTRAINT "verified_queries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_queries" ADD CONSTRAINT "verified_queries_verified_by_users_id_fk" FOREIGN KEY ("verified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connections_name" ON "connections" USING btree ("workspace_id",lower("name")) WHERE status <> 'deleted';--> statement-breakpoint
CREATE INDEX "connections_workspace" ON "connections" USING btree ("workspace_id","kind","id");--> statement-breakpoint
CREATE INDEX "connections_due" ON "connections" USING btree ("next_refresh_at") WHERE next_refresh_at is not null and status <> 'deleted';--> statement-breakpoint
CREATE INDEX "statements_user" ON "statements" USING btree ("workspace_id","user_id","id");--> statement-breakpoint
CREATE INDEX "uploads_idle" ON "uploads" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "uploads_workspace" ON "uploads" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "verified_queries_workspace" ON "verified_queries" USING btree ("workspace_id","id");--> statement-breakpoint
ALTER TABLE "catalog_tables" ADD CONSTRAINT "catalog_tables_somewhere" CHECK (("catalog_tables"."store_key" is null) <> ("catalog_tables"."remote_name" is null));