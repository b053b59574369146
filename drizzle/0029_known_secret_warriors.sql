ALTER TABLE "webhook_events" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "gateway_order_id" text;--> statement-breakpoint
CREATE INDEX "webhook_events_payment" ON "webhook_events" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_order" ON "webhook_events" USING btree ("gateway_order_id") WHERE gateway_order_id is not null;