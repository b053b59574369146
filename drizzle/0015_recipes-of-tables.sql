ALTER TABLE "catalog_tables" ADD COLUMN "rows_dropped" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_tables" ADD COLUMN "raw_key" text;--> statement-breakpoint
ALTER TABLE "catalog_tables" ADD COLUMN "recipe" jsonb;