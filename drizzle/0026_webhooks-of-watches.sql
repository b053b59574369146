CREATE TABLE "watch_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"event" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"status" integer,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "watch_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"format" text DEFAULT 'json' NOT NULL,
	"host" text NOT NULL,
	"secrets" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watch_deliveries" ADD CONSTRAINT "watch_deliveries_webhook_id_watch_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."watch_webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_webhooks" ADD CONSTRAINT "watch_webhooks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_webhooks" ADD CONSTRAINT "watch_webhooks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watch_deliveries_webhook" ON "watch_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "watch_deliveries_due" ON "watch_deliveries" USING btree ("state","next_at");--> statement-breakpoint
CREATE INDEX "watch_webhooks_workspace" ON "watch_webhooks" USING btree ("workspace_id","id");