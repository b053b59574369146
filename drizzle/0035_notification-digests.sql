ALTER TABLE "notification_settings" ADD COLUMN "digest" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "watches_at_once" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "digest_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "waits" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_settings_digest" ON "notification_settings" USING btree ("digest_at") WHERE digest_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_waiting" ON "notifications" USING btree ("user_id") WHERE waits;