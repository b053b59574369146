ALTER TABLE "messages" ADD COLUMN "copied" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "results" ADD COLUMN "origin" jsonb;