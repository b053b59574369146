CREATE INDEX "log_lines_words" ON "log_lines" USING gin (to_tsvector('simple'::regconfig, translate(message || ' ' || fields::text, '@._+-/', '      ')));--> statement-breakpoint
CREATE INDEX "webhook_events_disputes" ON "webhook_events" USING btree ("id") WHERE type like 'payment.dispute.%';--> statement-breakpoint
-- A second process takes ten milliseconds to start, longer than a page of these takes to be found: the database expects far more hits of
-- the beginning of a word than there are, and would start some.
ALTER TABLE "users" SET (parallel_workers = 0);--> statement-breakpoint
ALTER TABLE "organizations" SET (parallel_workers = 0);--> statement-breakpoint
ALTER TABLE "workspaces" SET (parallel_workers = 0);--> statement-breakpoint
ALTER TABLE "connections" SET (parallel_workers = 0);--> statement-breakpoint
ALTER TABLE "log_lines" SET (parallel_workers = 0);
