CREATE TABLE "watch_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"watch_id" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"status" text DEFAULT 'running' NOT NULL,
	"seen" jsonb NOT NULL,
	"sent" jsonb NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"canvas_id" text NOT NULL,
	"name" text NOT NULL,
	"schedule" jsonb NOT NULL,
	"condition" jsonb,
	"recipients" jsonb NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"paused_reason" text DEFAULT '' NOT NULL,
	"snoozed_until" timestamp with time zone,
	"holds" boolean DEFAULT false NOT NULL,
	"baseline" double precision,
	"failing" boolean DEFAULT false NOT NULL,
	"next_at" timestamp with time zone,
	"claimed_by" text,
	"claimed_until" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watch_runs" ADD CONSTRAINT "watch_runs_watch_id_watches_id_fk" FOREIGN KEY ("watch_id") REFERENCES "public"."watches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_canvas_id_canvases_id_fk" FOREIGN KEY ("canvas_id") REFERENCES "public"."canvases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watch_runs_watch" ON "watch_runs" USING btree ("watch_id","id");--> statement-breakpoint
CREATE INDEX "watch_runs_due" ON "watch_runs" USING btree ("watch_id","due_at");--> statement-breakpoint
CREATE INDEX "watches_workspace" ON "watches" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "watches_canvas" ON "watches" USING btree ("canvas_id");--> statement-breakpoint
CREATE INDEX "watches_person" ON "watches" USING btree ("created_by","id");--> statement-breakpoint
CREATE INDEX "watches_due" ON "watches" USING btree ("state","next_at");