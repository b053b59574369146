DROP INDEX "two_factors_user";--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "last_step" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "two_factors_user_once" ON "two_factors" USING btree ("user_id");