CREATE TABLE "evaluation_items" (
	"id" text PRIMARY KEY NOT NULL,
	"evaluation_id" text NOT NULL,
	"position" integer NOT NULL,
	"query_id" text NOT NULL,
	"question" text NOT NULL,
	"sql" text NOT NULL,
	"outcome" text NOT NULL,
	"said" text DEFAULT '' NOT NULL,
	"ran" text DEFAULT '' NOT NULL,
	"error" text,
	"diff" jsonb,
	"credits" integer NOT NULL,
	"tokens" integer NOT NULL,
	"sent_bytes" integer NOT NULL,
	"elapsed_ms" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evaluations" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"started_by" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"error" text,
	"model" text NOT NULL,
	"definitions" text NOT NULL,
	"catalog" text NOT NULL,
	"questions" integer NOT NULL,
	"heartbeat_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "evaluation_items" ADD CONSTRAINT "evaluation_items_evaluation_id_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."evaluations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "evaluation_items_position" ON "evaluation_items" USING btree ("evaluation_id","position");--> statement-breakpoint
CREATE INDEX "evaluations_workspace" ON "evaluations" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "evaluations_running" ON "evaluations" USING btree ("status","heartbeat_at");