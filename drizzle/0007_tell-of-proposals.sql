ALTER TABLE "definitions" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "definitions_untold" ON "definitions" USING btree ("workspace_id") WHERE state = 'proposed' and told_at is null;--> statement-breakpoint
CREATE INDEX "definitions_told" ON "definitions" USING btree ("workspace_id","told_at");