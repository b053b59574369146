CREATE INDEX "refunds_watched" ON "refunds" USING btree ("next_at") WHERE state = 'refunded' and next_at is not null;
--> statement-breakpoint
-- Those that were made before are watched too.
UPDATE "refunds" SET "next_at" = now() WHERE "state" = 'refunded' AND "gateway_refund_id" IS NOT NULL AND "refunded_at" > now() - interval '30 days';
