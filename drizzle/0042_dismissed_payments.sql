CREATE TABLE "dismissed_payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"stand" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dismissed_payments" ADD CONSTRAINT "dismissed_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;