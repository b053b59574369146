ALTER TABLE "catalog_columns" ADD COLUMN "text_of" text;--> statement-breakpoint
ALTER TABLE "catalog_tables" ADD COLUMN "rows_rejected" bigint DEFAULT 0 NOT NULL;