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
CREATE TABLE "connections" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"engine" text NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text,
	"status" text DEFAULT 'syncing' NOT NULL,
	"error" text,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"server_version" text DEFAULT '' NOT NULL,
	"last_synced_at" timestamp with time zone,
	"refresh_every_minutes" integer,
	"next_refresh_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone,
	"etag" text,
	"last_modified" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"source" text NOT NULL,
	"sql" text NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"result_id" text,
	"rows" integer,
	"elapsed_ms" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"file_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verified_queries" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"question" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"sql" text NOT NULL,
	"verified_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answer_events" (
	"message_id" text NOT NULL,
	"seq" integer NOT NULL,
	"chunks" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answer_events_message_id_seq_pk" PRIMARY KEY("message_id","seq")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"running_message_id" text,
	"shared_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"role" text NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"answer" jsonb,
	"outline" jsonb,
	"heartbeat_at" timestamp with time zone,
	"stop_requested_at" timestamp with time zone,
	"rating" text,
	"rating_reason" text,
	"elapsed_ms" integer GENERATED ALWAYS AS (round((answer #>> '{receipt,elapsed_ms}')::numeric)::integer) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"low_at" bigint DEFAULT 5,
	"low_since" timestamp with time zone,
	"low_told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "credit_accounts_never_negative" CHECK ("credit_accounts"."balance" >= 0 and "credit_accounts"."held" >= 0),
	CONSTRAINT "credit_accounts_low_at" CHECK ("credit_accounts"."low_at" >= 0)
);
--> statement-breakpoint
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
	"confirmed_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_allocations_key_unique" UNIQUE("key"),
	CONSTRAINT "credit_allocations_something" CHECK ("credit_allocations"."credits" > 0),
	CONSTRAINT "credit_allocations_expire" CHECK (("credit_allocations"."kind" = 'grant') = ("credit_allocations"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "credit_budgets" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"workspace_id" text,
	"user_id" text,
	"monthly_credits" bigint NOT NULL,
	"told_month" text DEFAULT '' NOT NULL,
	"told_share" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_budgets_of_one" CHECK (("credit_budgets"."workspace_id" is null) <> ("credit_budgets"."user_id" is null)),
	CONSTRAINT "credit_budgets_positive" CHECK ("credit_budgets"."monthly_credits" > 0)
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"user_id" text NOT NULL,
	"side" text NOT NULL,
	"lot_id" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "credit_entries_move_something" CHECK ("credit_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "credit_holds" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"purpose" text NOT NULL,
	"organization_id" text,
	"workspace_id" text,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "credit_holds_positive" CHECK ("credit_holds"."amount" > 0),
	CONSTRAINT "credit_holds_closed" CHECK (("credit_holds"."state" = 'open') = ("credit_holds"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "credit_lots" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"granted" bigint NOT NULL,
	"remaining" bigint NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_lots_granted_positive" CHECK ("credit_lots"."granted" > 0),
	CONSTRAINT "credit_lots_never_negative" CHECK ("credit_lots"."remaining" >= 0 and "credit_lots"."held" >= 0 and "credit_lots"."remaining" + "credit_lots"."held" <= "credit_lots"."granted")
);
--> statement-breakpoint
CREATE TABLE "credit_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_transactions_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "credit_usage" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"message_id" text NOT NULL,
	"model" text NOT NULL,
	"credits" bigint NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_usage_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "credit_usage_something" CHECK ("credit_usage"."credits" > 0 and "credit_usage"."input_tokens" >= 0 and "credit_usage"."output_tokens" >= 0)
);
--> statement-breakpoint
CREATE TABLE "catalog_columns" (
	"id" text PRIMARY KEY NOT NULL,
	"table_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"native_type" text,
	"role" text NOT NULL,
	"nulls" bigint NOT NULL,
	"distinct_values" bigint NOT NULL,
	"min" text,
	"max" text,
	"top" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sample" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_relations" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"from_table_id" text NOT NULL,
	"from_column" text NOT NULL,
	"to_table_id" text NOT NULL,
	"to_column" text NOT NULL,
	"match_rate" real NOT NULL,
	"cleaned" jsonb,
	"kind" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_tables" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"source_kind" text NOT NULL,
	"source_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"rows" bigint NOT NULL,
	"rows_estimated" boolean DEFAULT false NOT NULL,
	"store_key" text,
	"remote_schema" text,
	"remote_name" text,
	"hidden" boolean DEFAULT false NOT NULL,
	"current" boolean DEFAULT true NOT NULL,
	"refreshed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "catalog_tables_somewhere" CHECK (("catalog_tables"."store_key" is null) <> ("catalog_tables"."remote_name" is null))
);
--> statement-breakpoint
CREATE TABLE "catalog_versions" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"format" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"status" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"current" boolean DEFAULT true NOT NULL,
	"store_key" text NOT NULL,
	"dialect" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rejected_rows" bigint DEFAULT 0 NOT NULL,
	"rejected_sample" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rejected_key" text,
	"reread_at" timestamp with time zone,
	"reread_error" text,
	"schema_changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"progress_rows" bigint DEFAULT 0 NOT NULL,
	"error" text,
	"uploaded_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "results" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"sql" text NOT NULL,
	"columns" jsonb NOT NULL,
	"total_rows" bigint NOT NULL,
	"truncated" boolean NOT NULL,
	"rows_read" bigint NOT NULL,
	"elapsed_ms" integer NOT NULL,
	"store_key" text NOT NULL,
	"fresh_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"reset_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"admin_roles" text[] DEFAULT '{}' NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"theme" text DEFAULT '' NOT NULL,
	"locale" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT 'INR' NOT NULL,
	"keep_signed_in" boolean DEFAULT true NOT NULL,
	"disabled_at" timestamp with time zone,
	"waiting_told_at" timestamp with time zone,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_chain_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"id" text PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"name" text NOT NULL,
	"value" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"request_id" text,
	"server" text NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"values" jsonb NOT NULL,
	"secrets" text,
	"reason" text NOT NULL,
	"changed_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tracking_events" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"visitor_id" text NOT NULL,
	"user_id" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"page" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_details" (
	"user_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"postal_code" text NOT NULL,
	"state_code" text DEFAULT '' NOT NULL,
	"country" text DEFAULT 'IN' NOT NULL,
	"gstin" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_note_counters" (
	"financial_year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"financial_year" text NOT NULL,
	"sequence" integer NOT NULL,
	"invoice_id" text NOT NULL,
	"refund_id" text NOT NULL,
	"gross" bigint NOT NULL,
	"cgst" bigint NOT NULL,
	"sgst" bigint NOT NULL,
	"igst" bigint NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_notes_number_unique" UNIQUE("number"),
	CONSTRAINT "credit_notes_refund_id_unique" UNIQUE("refund_id"),
	CONSTRAINT "credit_notes_number_length" CHECK (length("credit_notes"."number") <= 16),
	CONSTRAINT "credit_notes_taxes" CHECK ("credit_notes"."cgst" + "credit_notes"."sgst" + "credit_notes"."igst" between 0 and "credit_notes"."gross")
);
--> statement-breakpoint
CREATE TABLE "dismissed_payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"stand" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"financial_year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"financial_year" text NOT NULL,
	"sequence" integer NOT NULL,
	"user_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"currency" text NOT NULL,
	"gross" bigint NOT NULL,
	"cgst" bigint NOT NULL,
	"sgst" bigint NOT NULL,
	"igst" bigint NOT NULL,
	"line" text NOT NULL,
	"credit" bigint DEFAULT 0 NOT NULL,
	"credit_line" text DEFAULT '' NOT NULL,
	"customer" jsonb NOT NULL,
	"seller" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "invoices_number_length" CHECK (length("invoices"."number") <= 16),
	CONSTRAINT "invoices_credit" CHECK ("invoices"."credit" >= 0),
	CONSTRAINT "invoices_taxes" CHECK ("invoices"."cgst" + "invoices"."sgst" + "invoices"."igst" between 0 and "invoices"."gross")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"gateway_order_id" text,
	"kind" text NOT NULL,
	"quote" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'creating' NOT NULL,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_gateway_order_id_unique" UNIQUE("gateway_order_id"),
	CONSTRAINT "orders_amount_positive" CHECK ("orders"."amount" > 0),
	CONSTRAINT "orders_known_to_gateway" CHECK ("orders"."state" in ('creating', 'failed') or "orders"."gateway_order_id" is not null),
	CONSTRAINT "orders_paid" CHECK (("orders"."state" = 'paid') = ("orders"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"user_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"method" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_requests_decided" CHECK (("refund_requests"."state" = 'requested') = ("refund_requests"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"request_id" text,
	"gateway_refund_id" text,
	"cause" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"credits" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"last_error" text,
	"refunded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_gateway_refund_id_unique" UNIQUE("gateway_refund_id"),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_credits" CHECK ("refunds"."credits" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_records" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"parent" text DEFAULT '' NOT NULL,
	"body" jsonb NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_periods" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"user_id" text NOT NULL,
	"payment_id" text,
	"given_by" text,
	"plan_type" text NOT NULL,
	"is_annual" boolean NOT NULL,
	"monthly_credits" integer NOT NULL,
	"carry_months" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"granted" integer DEFAULT 0 NOT NULL,
	"next_grant_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_periods_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "subscription_periods_source" CHECK (("subscription_periods"."payment_id" is null) <> ("subscription_periods"."given_by" is null)),
	CONSTRAINT "subscription_periods_forward" CHECK ("subscription_periods"."ends_at" >= "subscription_periods"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"plan_type" text NOT NULL,
	"is_annual" boolean NOT NULL,
	"monthly_credits" integer NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"reminded_of" timestamp with time zone,
	"reminded_days" integer,
	"next_plan" text,
	"next_period" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"payment_id" text,
	"gateway_order_id" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"last_error" text,
	"processed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"superseded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" text,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "organization_members" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"industry" text DEFAULT '' NOT NULL,
	"size" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"restricted" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"organization_id" text,
	"workspace_id" text,
	"ip" text,
	"request_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotent_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"attachments" jsonb,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"actor_id" text,
	"ip" text,
	"request_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"acknowledged_by" text,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "second_approvals" ADD CONSTRAINT "second_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_approvals" ADD CONSTRAINT "second_approvals_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_approvals" ADD CONSTRAINT "second_approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_queries" ADD CONSTRAINT "verified_queries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_queries" ADD CONSTRAINT "verified_queries_verified_by_users_id_fk" FOREIGN KEY ("verified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_events" ADD CONSTRAINT "answer_events_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_allocation_files" ADD CONSTRAINT "credit_allocation_files_allocated_by_users_id_fk" FOREIGN KEY ("allocated_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_file_id_credit_allocation_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."credit_allocation_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_allocated_by_users_id_fk" FOREIGN KEY ("allocated_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_budgets" ADD CONSTRAINT "credit_budgets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_budgets" ADD CONSTRAINT "credit_budgets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_budgets" ADD CONSTRAINT "credit_budgets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_lot_id_credit_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_id_credit_transactions_id_fk" FOREIGN KEY ("id") REFERENCES "public"."credit_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_user_id_credit_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_lots" ADD CONSTRAINT "credit_lots_user_id_credit_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_user_id_credit_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_usage" ADD CONSTRAINT "credit_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_columns" ADD CONSTRAINT "catalog_columns_table_id_catalog_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."catalog_tables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_relations" ADD CONSTRAINT "catalog_relations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_relations" ADD CONSTRAINT "catalog_relations_from_table_id_catalog_tables_id_fk" FOREIGN KEY ("from_table_id") REFERENCES "public"."catalog_tables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_relations" ADD CONSTRAINT "catalog_relations_to_table_id_catalog_tables_id_fk" FOREIGN KEY ("to_table_id") REFERENCES "public"."catalog_tables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_tables" ADD CONSTRAINT "catalog_tables_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_versions" ADD CONSTRAINT "catalog_versions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_event_id_audit_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_payments" ADD CONSTRAINT "dismissed_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_request_id_refund_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."refund_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "second_approvals_state" ON "second_approvals" USING btree ("state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_approvals_once" ON "second_approvals" USING btree ("kind","subject") WHERE state = 'waiting' and kind <> 'allocation';--> statement-breakpoint
CREATE UNIQUE INDEX "connections_name" ON "connections" USING btree ("workspace_id",lower("name")) WHERE status <> 'deleted';--> statement-breakpoint
CREATE INDEX "connections_workspace" ON "connections" USING btree ("workspace_id","kind","id");--> statement-breakpoint
CREATE INDEX "connections_status" ON "connections" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "connections_engine" ON "connections" USING btree ("engine","id") WHERE status <> 'deleted';--> statement-breakpoint
CREATE INDEX "connections_words" ON "connections" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));--> statement-breakpoint
CREATE INDEX "connections_creator" ON "connections" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "connections_due" ON "connections" USING btree ("next_refresh_at") WHERE next_refresh_at is not null and status <> 'deleted';--> statement-breakpoint
CREATE INDEX "statements_user" ON "statements" USING btree ("workspace_id","user_id","id");--> statement-breakpoint
CREATE INDEX "uploads_idle" ON "uploads" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "uploads_workspace" ON "uploads" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "verified_queries_workspace" ON "verified_queries" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "conversations_person" ON "conversations" USING btree ("workspace_id","user_id","updated_at");--> statement-breakpoint
CREATE INDEX "conversations_user" ON "conversations" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "messages_conversation" ON "messages" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE INDEX "messages_running" ON "messages" USING btree ("status","heartbeat_at");--> statement-breakpoint
CREATE INDEX "messages_answers" ON "messages" USING btree ("created_at","status","elapsed_ms") WHERE role = 'assistant';--> statement-breakpoint
CREATE INDEX "credit_accounts_low" ON "credit_accounts" USING btree ("low_since") WHERE low_since is not null and not low_told;--> statement-breakpoint
CREATE INDEX "credit_accounts_balance" ON "credit_accounts" USING btree ("balance","user_id");--> statement-breakpoint
CREATE INDEX "credit_allocations_user" ON "credit_allocations" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "credit_allocations_kind" ON "credit_allocations" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "credit_allocations_by" ON "credit_allocations" USING btree ("allocated_by","id");--> statement-breakpoint
CREATE INDEX "credit_allocations_file" ON "credit_allocations" USING btree ("file_id","id") WHERE file_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_budgets_workspace" ON "credit_budgets" USING btree ("workspace_id") WHERE workspace_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_budgets_member" ON "credit_budgets" USING btree ("organization_id","user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "credit_entries_transaction" ON "credit_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "credit_entries_lot" ON "credit_entries" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "credit_holds_open" ON "credit_holds" USING btree ("heartbeat_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "credit_holds_open_place" ON "credit_holds" USING btree ("organization_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "credit_lots_burn" ON "credit_lots" USING btree ("user_id","expires_at") WHERE remaining > 0 or held > 0;--> statement-breakpoint
CREATE INDEX "credit_lots_due" ON "credit_lots" USING btree ("expires_at") WHERE remaining > 0;--> statement-breakpoint
CREATE INDEX "credit_lots_given" ON "credit_lots" USING btree ("created_at","kind","granted");--> statement-breakpoint
CREATE INDEX "credit_transactions_user" ON "credit_transactions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "credit_transactions_expired" ON "credit_transactions" USING btree ("created_at") WHERE kind = 'expire';--> statement-breakpoint
CREATE INDEX "credit_usage_user" ON "credit_usage" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_usage_time" ON "credit_usage" USING btree ("created_at","credits");--> statement-breakpoint
CREATE INDEX "credit_usage_organization" ON "credit_usage" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_usage_member" ON "credit_usage" USING btree ("organization_id","user_id","created_at","credits");--> statement-breakpoint
CREATE INDEX "credit_usage_workspace" ON "credit_usage" USING btree ("workspace_id","created_at","credits");--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_columns_position" ON "catalog_columns" USING btree ("table_id","position");--> statement-breakpoint
CREATE INDEX "catalog_relations_workspace" ON "catalog_relations" USING btree ("workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_tables_name" ON "catalog_tables" USING btree ("workspace_id","name") WHERE "catalog_tables"."current";--> statement-breakpoint
CREATE INDEX "catalog_tables_source" ON "catalog_tables" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "files_workspace" ON "files" USING btree ("workspace_id","status","id");--> statement-breakpoint
CREATE INDEX "files_name" ON "files" USING btree ("workspace_id","name");--> statement-breakpoint
CREATE INDEX "files_uploaded" ON "files" USING btree ("created_at","size_bytes","workspace_id");--> statement-breakpoint
CREATE INDEX "files_uploader" ON "files" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "results_workspace" ON "results" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "results_expiry" ON "results" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "two_factors_user_once" ON "two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_verified_email" ON "users" USING btree ("email") WHERE email_verified;--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_registered" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name || ' ' || email, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));--> statement-breakpoint
CREATE INDEX "users_seen" ON "users" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE admin_roles <> '{}';--> statement-breakpoint
CREATE INDEX "users_disabled" ON "users" USING btree ("id") WHERE disabled_at is not null;--> statement-breakpoint
CREATE INDEX "users_two_factor" ON "users" USING btree ("id") WHERE two_factor_enabled;--> statement-breakpoint
CREATE INDEX "users_unproven" ON "users" USING btree ("id") WHERE not email_verified;--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "daily_figures_once" ON "daily_figures" USING btree ("name","day");--> statement-breakpoint
CREATE INDEX "log_lines_time" ON "log_lines" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "log_lines_errors" ON "log_lines" USING btree ("created_at","id") WHERE level = 'error';--> statement-breakpoint
CREATE INDEX "log_lines_warnings" ON "log_lines" USING btree ("created_at","id") WHERE level in ('warn', 'error');--> statement-breakpoint
CREATE INDEX "log_lines_words" ON "log_lines" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(message || ' ' || fields::text, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));--> statement-breakpoint
CREATE INDEX "log_lines_request" ON "log_lines" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "setting_versions_number" ON "setting_versions" USING btree ("kind","version");--> statement-breakpoint
CREATE INDEX "tracking_events_name" ON "tracking_events" USING btree ("name","created_at");--> statement-breakpoint
CREATE INDEX "tracking_events_time" ON "tracking_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tracking_events_visitor" ON "tracking_events" USING btree ("visitor_id","created_at");--> statement-breakpoint
CREATE INDEX "tracking_events_user" ON "tracking_events" USING btree ("user_id","created_at") WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_notes_sequence" ON "credit_notes" USING btree ("financial_year","sequence");--> statement-breakpoint
CREATE INDEX "credit_notes_invoice" ON "credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_sequence" ON "invoices" USING btree ("financial_year","sequence");--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "invoices_year" ON "invoices" USING btree ("financial_year","id");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "orders_kind" ON "orders" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at","currency","amount") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_credited_once" ON "payments" USING btree ("order_id") WHERE state = 'credited';--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_time" ON "payments" USING btree ("created_at","order_id");--> statement-breakpoint
CREATE INDEX "payments_state" ON "payments" USING btree ("state","created_at","order_id");--> statement-breakpoint
CREATE INDEX "refund_requests_user" ON "refund_requests" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "refund_requests_state" ON "refund_requests" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "refund_requests_payment" ON "refund_requests" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_once" ON "refund_requests" USING btree ("payment_id") WHERE state <> 'rejected';--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_request" ON "refunds" USING btree ("request_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_of_request" ON "refunds" USING btree ("request_id") WHERE state <> 'failed';--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "refunds_time" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "refunds_watched" ON "refunds" USING btree ("next_at") WHERE state = 'refunded' and next_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_of_stray_payment" ON "refunds" USING btree ("payment_id") WHERE cause in ('surplus', 'refused');--> statement-breakpoint
CREATE INDEX "sandbox_records_parent" ON "sandbox_records" USING btree ("kind","parent");--> statement-breakpoint
CREATE INDEX "sandbox_records_due" ON "sandbox_records" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "subscription_periods_user" ON "subscription_periods" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE INDEX "subscription_periods_due" ON "subscription_periods" USING btree ("next_grant_at") WHERE next_grant_at is not null and ended_at is null;--> statement-breakpoint
CREATE INDEX "subscriptions_end" ON "subscriptions" USING btree ("current_period_end");--> statement-breakpoint
CREATE INDEX "webhook_events_due" ON "webhook_events" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_events_state" ON "webhook_events" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "webhook_events_payment" ON "webhook_events" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_disputes" ON "webhook_events" USING btree ("id") WHERE type like 'payment.dispute.%';--> statement-breakpoint
CREATE INDEX "webhook_events_order" ON "webhook_events" USING btree ("gateway_order_id") WHERE gateway_order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending_once" ON "invitations" USING btree ("organization_id","email") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "organization_members_once" ON "organization_members" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "organization_members_user" ON "organization_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "organizations_words" ON "organizations" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));--> statement-breakpoint
CREATE INDEX "organizations_status" ON "organizations" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "organizations_made" ON "organizations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "organizations_size" ON "organizations" USING btree ("size","id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_members_once" ON "workspace_members" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "workspace_members_user" ON "workspace_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "workspaces_organization" ON "workspaces" USING btree ("organization_id","status");--> statement-breakpoint
CREATE INDEX "workspaces_made" ON "workspaces" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "workspaces_words" ON "workspaces" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));--> statement-breakpoint
CREATE INDEX "audit_events_organization" ON "audit_events" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_subject" ON "audit_events" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_events_action" ON "audit_events" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_events_ip" ON "audit_events" USING btree ("ip","id");--> statement-breakpoint
CREATE INDEX "audit_events_request" ON "audit_events" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_user" ON "contact_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotent_answers_expiry" ON "idempotent_answers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree ("to_address","id");--> statement-breakpoint
CREATE INDEX "security_events_kind" ON "security_events" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "security_events_time" ON "security_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "security_events_actor" ON "security_events" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "security_events_ip" ON "security_events" USING btree ("ip","id");--> statement-breakpoint
CREATE INDEX "security_events_email" ON "security_events" USING btree ((details ->> 'email'),"id") WHERE (details ->> 'email') is not null;--> statement-breakpoint
CREATE INDEX "security_events_request" ON "security_events" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "security_events_open" ON "security_events" USING btree ("id") WHERE acknowledged_at is null;