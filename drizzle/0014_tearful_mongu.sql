ALTER TABLE "credit_accounts" ADD COLUMN "low_at" bigint DEFAULT 5;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD COLUMN "low_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD COLUMN "low_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "seller" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attachments" jsonb;--> statement-breakpoint
CREATE INDEX "credit_accounts_low" ON "credit_accounts" USING btree ("low_since") WHERE low_since is not null and not low_told;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_low_at" CHECK ("credit_accounts"."low_at" >= 0);