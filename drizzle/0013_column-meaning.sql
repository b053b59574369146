ALTER TABLE "catalog_columns" ADD COLUMN "unit" text;--> statement-breakpoint
ALTER TABLE "catalog_columns" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "catalog_columns" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "catalog_columns" ADD COLUMN "edits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_tables" ADD COLUMN "grain" text;