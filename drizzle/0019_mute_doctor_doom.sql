CREATE TABLE "audit_chain" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_chain_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"id" text PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"name" text NOT NULL,
	"value" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"request_id" text,
	"server" text NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"values" jsonb NOT NULL,
	"secrets" text,
	"reason" text NOT NULL,
	"changed_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tracking_events" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"visitor_id" text NOT NULL,
	"user_id" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"page" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "acknowledged_by" text;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "acknowledged_note" text;--> statement-breakpoint
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_event_id_audit_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "daily_figures_once" ON "daily_figures" USING btree ("name","day");--> statement-breakpoint
CREATE INDEX "log_lines_time" ON "log_lines" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "log_lines_level" ON "log_lines" USING btree ("level","created_at");--> statement-breakpoint
CREATE INDEX "log_lines_request" ON "log_lines" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "setting_versions_number" ON "setting_versions" USING btree ("kind","version");--> statement-breakpoint
CREATE INDEX "tracking_events_name" ON "tracking_events" USING btree ("name","created_at");--> statement-breakpoint
CREATE INDEX "tracking_events_time" ON "tracking_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tracking_events_visitor" ON "tracking_events" USING btree ("visitor_id","created_at");--> statement-breakpoint
CREATE INDEX "tracking_events_user" ON "tracking_events" USING btree ("user_id","created_at") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "audit_events_subject" ON "audit_events" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_events_action" ON "audit_events" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "security_events_time" ON "security_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "security_events_open" ON "security_events" USING btree ("id") WHERE acknowledged_at is null;