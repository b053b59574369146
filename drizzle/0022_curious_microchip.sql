DROP INDEX "credit_lots_burn";--> statement-breakpoint
CREATE INDEX "credit_lots_burn" ON "credit_lots" USING btree ("user_id","expires_at") WHERE remaining > 0;