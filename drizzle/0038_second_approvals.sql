CREATE TABLE "second_approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text,
	"what" text NOT NULL,
	"body" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text,
	"reason" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"requested_by" text NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "second_approvals_key_unique" UNIQUE("key"),
	CONSTRAINT "second_approvals_decided" CHECK (("second_approvals"."state" = 'waiting') = ("second_approvals"."decided_at" is null)),
	CONSTRAINT "second_approvals_by_another" CHECK ("second_approvals"."state" <> 'confirmed' or "second_approvals"."decided_by" <> "second_approvals"."requested_by"),
	CONSTRAINT "second_approvals_not_own" CHECK ("second_approvals"."requested_by" <> "second_approvals"."user_id")
);
--> statement-breakpoint
ALTER TABLE "credit_allocations" ADD COLUMN "confirmed_by" text;--> statement-breakpoint
ALTER TABLE "second_approvals" ADD CONSTRAINT "second_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_approvals" ADD CONSTRAINT "second_approvals_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_approvals" ADD CONSTRAINT "second_approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "second_approvals_state" ON "second_approvals" USING btree ("state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_approvals_once" ON "second_approvals" USING btree ("kind","subject") WHERE state = 'waiting' and kind <> 'allocation';--> statement-breakpoint
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;