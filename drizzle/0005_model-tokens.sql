ALTER TABLE "credit_usage" ADD COLUMN "cached_input_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_usage" ADD COLUMN "reasoning_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_usage" ADD COLUMN "title_tokens" bigint DEFAULT 0 NOT NULL;