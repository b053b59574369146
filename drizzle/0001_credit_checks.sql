ALTER TABLE "credit_entries" ALTER COLUMN "lot_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_id_credit_transactions_id_fk" FOREIGN KEY ("id") REFERENCES "public"."credit_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_lots_due" ON "credit_lots" USING btree ("expires_at") WHERE remaining > 0;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_move_something" CHECK ("credit_entries"."amount" <> 0);--> statement-breakpoint
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_positive" CHECK ("credit_holds"."amount" > 0);--> statement-breakpoint
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_closed" CHECK (("credit_holds"."state" = 'open') = ("credit_holds"."closed_at" is null));--> statement-breakpoint
ALTER TABLE "credit_lots" ADD CONSTRAINT "credit_lots_granted_positive" CHECK ("credit_lots"."granted" > 0);