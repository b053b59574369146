CREATE TABLE "credit_allocation_files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"lines" integer NOT NULL,
	"credits" bigint NOT NULL,
	"allocated_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_allocation_files_hash_unique" UNIQUE("hash"),
	CONSTRAINT "credit_allocation_files_something" CHECK ("credit_allocation_files"."lines" > 0 and "credit_allocation_files"."credits" > 0)
);
--> statement-breakpoint
CREATE TABLE "credit_allocations" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"credits" bigint NOT NULL,
	"expires_at" timestamp with time zone,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"mailed" boolean DEFAULT false NOT NULL,
	"file_id" text,
	"allocated_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_allocations_key_unique" UNIQUE("key"),
	CONSTRAINT "credit_allocations_something" CHECK ("credit_allocations"."credits" > 0),
	CONSTRAINT "credit_allocations_expire" CHECK (("credit_allocations"."kind" = 'grant') = ("credit_allocations"."expires_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "elapsed_ms" integer GENERATED ALWAYS AS (round((answer #>> '{receipt,elapsed_ms}')::numeric)::integer) STORED;--> statement-breakpoint
ALTER TABLE "credit_allocation_files" ADD CONSTRAINT "credit_allocation_files_allocated_by_users_id_fk" FOREIGN KEY ("allocated_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_file_id_credit_allocation_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."credit_allocation_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_allocated_by_users_id_fk" FOREIGN KEY ("allocated_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_allocations_user" ON "credit_allocations" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "credit_allocations_by" ON "credit_allocations" USING btree ("allocated_by","id");--> statement-breakpoint
CREATE INDEX "credit_allocations_file" ON "credit_allocations" USING btree ("file_id","id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "messages_answers" ON "messages" USING btree ("created_at","status","elapsed_ms") WHERE role = 'assistant';--> statement-breakpoint
CREATE INDEX "credit_lots_given" ON "credit_lots" USING btree ("created_at","kind","granted");--> statement-breakpoint
CREATE INDEX "credit_transactions_expired" ON "credit_transactions" USING btree ("created_at") WHERE kind = 'expire';--> statement-breakpoint
CREATE INDEX "credit_usage_time" ON "credit_usage" USING btree ("created_at","credits");--> statement-breakpoint
CREATE INDEX "files_uploaded" ON "files" USING btree ("created_at","size_bytes");--> statement-breakpoint
CREATE INDEX "users_registered" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at","currency","amount") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "payments_time" ON "payments" USING btree ("created_at","order_id");--> statement-breakpoint
CREATE INDEX "payments_state" ON "payments" USING btree ("state","created_at","order_id");--> statement-breakpoint
CREATE INDEX "refunds_time" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_state" ON "webhook_events" USING btree ("state","id");