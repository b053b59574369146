ALTER TABLE "files" ADD COLUMN "rejected_key" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "reread_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "reread_error" text;