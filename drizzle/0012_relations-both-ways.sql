ALTER TABLE "catalog_relations" ADD COLUMN "back_rate" real;--> statement-breakpoint
ALTER TABLE "catalog_relations" ADD COLUMN "multiplies" real;--> statement-breakpoint
ALTER TABLE "catalog_relations" ADD COLUMN "found_by" text;