-- The schema at the end of the thirty-seven migrations of before the first release: what src/db/migrations.test.ts begins with.
CREATE TABLE "answer_events" (
	"message_id" text NOT NULL,
	"seq" integer NOT NULL,
	"chunks" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answer_events_message_id_seq_pk" PRIMARY KEY("message_id","seq")
);
CREATE TABLE "conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"running_message_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
CREATE TABLE "messages" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"role" text NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"answer" jsonb,
	"heartbeat_at" timestamp with time zone,
	"stop_requested_at" timestamp with time zone,
	"rating" text,
	"rating_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE "credit_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "credit_accounts_never_negative" CHECK ("credit_accounts"."balance" >= 0 and "credit_accounts"."held" >= 0)
);
CREATE TABLE "credit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"user_id" text NOT NULL,
	"side" text NOT NULL,
	"lot_id" text,
	"amount" bigint NOT NULL
);
CREATE TABLE "credit_holds" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"purpose" text NOT NULL,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone
);
CREATE TABLE "credit_lots" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"granted" bigint NOT NULL,
	"remaining" bigint NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_lots_never_negative" CHECK ("credit_lots"."remaining" >= 0 and "credit_lots"."held" >= 0 and "credit_lots"."remaining" + "credit_lots"."held" <= "credit_lots"."granted")
);
CREATE TABLE "credit_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_transactions_idempotency_key_unique" UNIQUE("idempotency_key")
);
CREATE TABLE "catalog_columns" (
	"id" text PRIMARY KEY NOT NULL,
	"table_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
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
CREATE TABLE "catalog_relations" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"from_table_id" text NOT NULL,
	"from_column" text NOT NULL,
	"to_table_id" text NOT NULL,
	"to_column" text NOT NULL,
	"match_rate" real NOT NULL,
	"kind" text NOT NULL
);
CREATE TABLE "catalog_tables" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"source_kind" text NOT NULL,
	"source_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"rows" bigint NOT NULL,
	"store_key" text NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"current" boolean DEFAULT true NOT NULL,
	"refreshed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
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
	"schema_changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"uploaded_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
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
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"reset_at" bigint NOT NULL
);
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
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone
);
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"admin_roles" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE "organization_members" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
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
CREATE TABLE "workspace_members" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
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
CREATE TABLE "idempotent_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
CREATE TABLE "security_events" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"actor_id" text,
	"ip" text,
	"request_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "answer_events" ADD CONSTRAINT "answer_events_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_lot_id_credit_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lots"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_user_id_credit_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_accounts"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "credit_lots" ADD CONSTRAINT "credit_lots_user_id_credit_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_accounts"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_user_id_credit_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_accounts"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "catalog_columns" ADD CONSTRAINT "catalog_columns_table_id_catalog_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."catalog_tables"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "catalog_relations" ADD CONSTRAINT "catalog_relations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "catalog_relations" ADD CONSTRAINT "catalog_relations_from_table_id_catalog_tables_id_fk" FOREIGN KEY ("from_table_id") REFERENCES "public"."catalog_tables"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "catalog_relations" ADD CONSTRAINT "catalog_relations_to_table_id_catalog_tables_id_fk" FOREIGN KEY ("to_table_id") REFERENCES "public"."catalog_tables"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "catalog_tables" ADD CONSTRAINT "catalog_tables_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "files" ADD CONSTRAINT "files_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "files" ADD CONSTRAINT "files_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "results" ADD CONSTRAINT "results_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "results" ADD CONSTRAINT "results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "conversations_person" ON "conversations" USING btree ("workspace_id","user_id","updated_at");
CREATE INDEX "messages_conversation" ON "messages" USING btree ("conversation_id","id");
CREATE INDEX "messages_running" ON "messages" USING btree ("status","heartbeat_at");
CREATE INDEX "credit_entries_transaction" ON "credit_entries" USING btree ("transaction_id");
CREATE INDEX "credit_entries_lot" ON "credit_entries" USING btree ("lot_id");
CREATE INDEX "credit_holds_open" ON "credit_holds" USING btree ("heartbeat_at") WHERE state = 'open';
CREATE INDEX "credit_lots_burn" ON "credit_lots" USING btree ("user_id","expires_at");
CREATE INDEX "credit_transactions_user" ON "credit_transactions" USING btree ("user_id","id");
CREATE UNIQUE INDEX "catalog_columns_position" ON "catalog_columns" USING btree ("table_id","position");
CREATE INDEX "catalog_relations_workspace" ON "catalog_relations" USING btree ("workspace_id");
CREATE UNIQUE INDEX "catalog_tables_name" ON "catalog_tables" USING btree ("workspace_id","name") WHERE "catalog_tables"."current";
CREATE INDEX "catalog_tables_source" ON "catalog_tables" USING btree ("source_id");
CREATE INDEX "files_workspace" ON "files" USING btree ("workspace_id","status","id");
CREATE INDEX "files_name" ON "files" USING btree ("workspace_id","name");
CREATE INDEX "results_workspace" ON "results" USING btree ("workspace_id","id");
CREATE INDEX "results_expiry" ON "results" USING btree ("expires_at");
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("reset_at");
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");
CREATE UNIQUE INDEX "organization_members_once" ON "organization_members" USING btree ("organization_id","user_id");
CREATE INDEX "organization_members_user" ON "organization_members" USING btree ("user_id");
CREATE UNIQUE INDEX "workspace_members_once" ON "workspace_members" USING btree ("workspace_id","user_id");
CREATE INDEX "workspace_members_user" ON "workspace_members" USING btree ("user_id");
CREATE INDEX "workspaces_organization" ON "workspaces" USING btree ("organization_id","status");
CREATE INDEX "audit_events_organization" ON "audit_events" USING btree ("organization_id","id");
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_id","id");
CREATE INDEX "idempotent_answers_expiry" ON "idempotent_answers" USING btree ("expires_at");
CREATE INDEX "security_events_kind" ON "security_events" USING btree ("kind","id");
ALTER TABLE "credit_entries" ALTER COLUMN "lot_id" SET NOT NULL;
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_id_credit_transactions_id_fk" FOREIGN KEY ("id") REFERENCES "public"."credit_transactions"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "credit_lots_due" ON "credit_lots" USING btree ("expires_at") WHERE remaining > 0;
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_move_something" CHECK ("credit_entries"."amount" <> 0);
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_positive" CHECK ("credit_holds"."amount" > 0);
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_closed" CHECK (("credit_holds"."state" = 'open') = ("credit_holds"."closed_at" is null));
ALTER TABLE "credit_lots" ADD CONSTRAINT "credit_lots_granted_positive" CHECK ("credit_lots"."granted" > 0);
-- The ledger is append-only: what was written stays as it was written.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER credit_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Double entry: at commit a transaction has entries and they add up to zero.
CREATE FUNCTION credit_transaction_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  about text := CASE TG_TABLE_NAME WHEN 'credit_entries' THEN to_jsonb(NEW) ->> 'transaction_id' ELSE NEW.id END;
  total numeric;
BEGIN
  SELECT sum(amount) INTO total FROM credit_entries WHERE transaction_id = about;
  IF total IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'credit transaction % does not balance: %', about, total USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER credit_transactions_balance AFTER INSERT ON credit_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION credit_transaction_balances();
CREATE CONSTRAINT TRIGGER credit_entries_balance AFTER INSERT ON credit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION credit_transaction_balances();
-- At commit an account is the sum of its lots.
CREATE FUNCTION credit_account_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account credit_accounts;
  free numeric;
  set_aside numeric;
BEGIN
  SELECT * INTO account FROM credit_accounts WHERE user_id = NEW.user_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT coalesce(sum(remaining), 0), coalesce(sum(held), 0) INTO free, set_aside FROM credit_lots WHERE user_id = NEW.user_id;
  IF account.balance <> free OR account.held <> set_aside THEN
    RAISE EXCEPTION 'credit account % does not add up: % and % against % and % in its lots',
      NEW.user_id, account.balance, account.held, free, set_aside USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER credit_accounts_add_up AFTER INSERT OR UPDATE ON credit_accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION credit_account_adds_up();
CREATE CONSTRAINT TRIGGER credit_lots_add_up AFTER INSERT OR UPDATE ON credit_lots
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION credit_account_adds_up();
-- What was done stays written down.
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- At commit a living organization has an owner. The lock makes two simultaneous demotions wait for each other.
CREATE FUNCTION organization_keeps_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM organizations WHERE id = OLD.organization_id AND status = 'active' FOR UPDATE;
  IF FOUND AND NOT EXISTS (
    SELECT 1 FROM organization_members
    WHERE organization_id = OLD.organization_id AND role = 'owner' AND status = 'active'
  ) THEN
    RAISE EXCEPTION 'organization % would have no owner', OLD.organization_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'organization_keeps_owner';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER organization_members_keep_owner AFTER UPDATE OR DELETE ON organization_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.role = 'owner' AND OLD.status = 'active') EXECUTE FUNCTION organization_keeps_owner();
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
ALTER TABLE "files" ADD COLUMN "progress_rows" bigint DEFAULT 0 NOT NULL;
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
CREATE TABLE "two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone
);
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
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "users" DROP CONSTRAINT "users_email_unique";
ALTER TABLE "users" ADD COLUMN "two_factor_enabled" boolean DEFAULT false NOT NULL;
ALTER TABLE "users" ADD COLUMN "theme" text DEFAULT '' NOT NULL;
ALTER TABLE "users" ADD COLUMN "locale" text DEFAULT '' NOT NULL;
ALTER TABLE "users" ADD COLUMN "currency" text DEFAULT 'INR' NOT NULL;
ALTER TABLE "users" ADD COLUMN "keep_signed_in" boolean DEFAULT true NOT NULL;
ALTER TABLE "users" ADD COLUMN "disabled_at" timestamp with time zone;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id","id");
CREATE INDEX "two_factors_user" ON "two_factors" USING btree ("user_id");
CREATE UNIQUE INDEX "invitations_pending_once" ON "invitations" USING btree ("organization_id","email") WHERE status = 'pending';
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email") WHERE status = 'pending';
CREATE INDEX "mails_due" ON "mails" USING btree ("next_at") WHERE state = 'waiting';
CREATE INDEX "mails_to" ON "mails" USING btree ("to_address","id");
CREATE UNIQUE INDEX "users_verified_email" ON "users" USING btree ("email") WHERE email_verified;
CREATE INDEX "users_email" ON "users" USING btree ("email");
DROP INDEX "two_factors_user";
ALTER TABLE "two_factors" ADD COLUMN "last_step" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "two_factors" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;
CREATE UNIQUE INDEX "two_factors_user_once" ON "two_factors" USING btree ("user_id");
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
CREATE TABLE "invoice_counters" (
	"financial_year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
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
	"customer" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "invoices_number_length" CHECK (length("invoices"."number") <= 16),
	CONSTRAINT "invoices_taxes" CHECK ("invoices"."cgst" + "invoices"."sgst" + "invoices"."igst" between 0 and "invoices"."gross")
);
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
CREATE TABLE "refund_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_requests_decided" CHECK (("refund_requests"."state" = 'requested') = ("refund_requests"."decided_at" is null))
);
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
	CONSTRAINT "refunds_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "refunds_gateway_refund_id_unique" UNIQUE("gateway_refund_id"),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_credits" CHECK ("refunds"."credits" >= 0)
);
CREATE TABLE "sandbox_records" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"parent" text DEFAULT '' NOT NULL,
	"body" jsonb NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE "subscription_periods" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"user_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"plan_type" text NOT NULL,
	"is_annual" boolean NOT NULL,
	"monthly_credits" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"granted" integer DEFAULT 0 NOT NULL,
	"next_grant_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_periods_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "subscription_periods_forward" CHECK ("subscription_periods"."ends_at" >= "subscription_periods"."starts_at")
);
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"plan_type" text NOT NULL,
	"is_annual" boolean NOT NULL,
	"monthly_credits" integer NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"reminded_of" timestamp with time zone,
	"reminded_days" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_user_id_unique" UNIQUE("user_id")
);
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"last_error" text,
	"processed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_event_id_unique" UNIQUE("event_id")
);
CREATE TABLE "webhook_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"superseded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_request_id_refund_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."refund_requests"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
CREATE UNIQUE INDEX "invoices_sequence" ON "invoices" USING btree ("financial_year","sequence");
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","id");
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","id");
CREATE INDEX "orders_due" ON "orders" USING btree ("next_check_at") WHERE next_check_at is not null;
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","created_at");
CREATE UNIQUE INDEX "payments_credited_once" ON "payments" USING btree ("order_id") WHERE state = 'credited';
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");
CREATE INDEX "refund_requests_user" ON "refund_requests" USING btree ("user_id","id");
CREATE INDEX "refund_requests_state" ON "refund_requests" USING btree ("state","id");
CREATE UNIQUE INDEX "refund_requests_once" ON "refund_requests" USING btree ("payment_id") WHERE state <> 'rejected';
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_at") WHERE state = 'waiting';
CREATE UNIQUE INDEX "refunds_of_stray_payment" ON "refunds" USING btree ("payment_id") WHERE cause in ('surplus', 'refused');
CREATE INDEX "sandbox_records_parent" ON "sandbox_records" USING btree ("kind","parent");
CREATE INDEX "sandbox_records_due" ON "sandbox_records" USING btree ("due_at") WHERE due_at is not null;
CREATE INDEX "subscription_periods_user" ON "subscription_periods" USING btree ("user_id","ends_at");
CREATE INDEX "subscription_periods_due" ON "subscription_periods" USING btree ("next_grant_at") WHERE next_grant_at is not null;
CREATE INDEX "subscriptions_end" ON "subscriptions" USING btree ("current_period_end");
CREATE INDEX "webhook_events_due" ON "webhook_events" USING btree ("next_at") WHERE state = 'waiting';
-- An invoice stays as it was issued.
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Invoice numbers of a financial year follow each other without gaps.
CREATE FUNCTION invoice_follows_the_last() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before integer;
BEGIN
  SELECT coalesce(max(sequence), 0) INTO before FROM invoices WHERE financial_year = NEW.financial_year;
  IF NEW.sequence <> before + 1 THEN
    RAISE EXCEPTION 'invoice % of % does not follow %', NEW.sequence, NEW.financial_year, before USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_without_gaps BEFORE INSERT ON invoices
  FOR EACH ROW EXECUTE FUNCTION invoice_follows_the_last();
-- Money that was written down keeps its amount, its currency, its owner and what it was for; only its state goes on.
CREATE FUNCTION refuse_other_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'rows of % are not deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  IF (to_jsonb(NEW) - TG_ARGV) IS DISTINCT FROM (to_jsonb(OLD) - TG_ARGV) THEN
    RAISE EXCEPTION 'only % of % may change', array_to_string(TG_ARGV, ', '), TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_keep_their_price BEFORE UPDATE OR DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION refuse_other_money('gateway_order_id', 'state', 'next_check_at', 'checks', 'paid_at');
CREATE TRIGGER payments_keep_their_amount BEFORE UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_other_money('state', 'method', 'reason', 'updated_at');
CREATE TRIGGER refunds_keep_their_amount BEFORE UPDATE OR DELETE ON refunds
  FOR EACH ROW EXECUTE FUNCTION refuse_other_money('gateway_refund_id', 'state', 'attempts', 'next_at', 'last_error', 'refunded_at');
CREATE TRIGGER webhook_events_keep_their_words BEFORE UPDATE ON webhook_events
  FOR EACH ROW EXECUTE FUNCTION refuse_other_money('state', 'attempts', 'next_at', 'last_error', 'processed_at');
-- A credited payment stays credited, a paid order stays paid.
CREATE FUNCTION refuse_step_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = TG_ARGV[0] AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION '% % stays %', TG_TABLE_NAME, OLD.id, OLD.state USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_stay_paid BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_step_back('paid');
CREATE TRIGGER payments_stay_credited BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_step_back('credited');
CREATE TRIGGER refunds_stay_refunded BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION refuse_step_back('refunded');
CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "contact_messages_user" ON "contact_messages" USING btree ("user_id");
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
ALTER TABLE "credit_holds" ADD COLUMN "organization_id" text;
ALTER TABLE "credit_holds" ADD COLUMN "workspace_id" text;
ALTER TABLE "credit_budgets" ADD CONSTRAINT "credit_budgets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "credit_budgets" ADD CONSTRAINT "credit_budgets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "credit_budgets" ADD CONSTRAINT "credit_budgets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "credit_usage" ADD CONSTRAINT "credit_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
CREATE UNIQUE INDEX "credit_budgets_workspace" ON "credit_budgets" USING btree ("workspace_id") WHERE workspace_id is not null;
CREATE UNIQUE INDEX "credit_budgets_member" ON "credit_budgets" USING btree ("organization_id","user_id") WHERE user_id is not null;
CREATE INDEX "credit_usage_user" ON "credit_usage" USING btree ("user_id","created_at");
CREATE INDEX "credit_usage_organization" ON "credit_usage" USING btree ("organization_id","created_at");
CREATE INDEX "credit_usage_member" ON "credit_usage" USING btree ("organization_id","user_id","created_at");
CREATE INDEX "credit_usage_workspace" ON "credit_usage" USING btree ("workspace_id","created_at");
CREATE INDEX "credit_holds_open_place" ON "credit_holds" USING btree ("organization_id") WHERE state = 'open';
-- A paid answer stays as it was written down.
CREATE TRIGGER credit_usage_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_usage
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
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
ALTER TABLE "catalog_tables" ALTER COLUMN "store_key" DROP NOT NULL;
ALTER TABLE "catalog_tables" ADD COLUMN "rows_estimated" boolean DEFAULT false NOT NULL;
ALTER TABLE "catalog_tables" ADD COLUMN "remote_schema" text;
ALTER TABLE "catalog_tables" ADD COLUMN "remote_name" text;
ALTER TABLE "connections" ADD CONSTRAINT "connections_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "connections" ADD CONSTRAINT "connections_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "statements" ADD CONSTRAINT "statements_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "statements" ADD CONSTRAINT "statements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "verified_queries" ADD CONSTRAINT "verified_queries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "verified_queries" ADD CONSTRAINT "verified_queries_verified_by_users_id_fk" FOREIGN KEY ("verified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "connections_name" ON "connections" USING btree ("workspace_id",lower("name")) WHERE status <> 'deleted';
CREATE INDEX "connections_workspace" ON "connections" USING btree ("workspace_id","kind","id");
CREATE INDEX "connections_due" ON "connections" USING btree ("next_refresh_at") WHERE next_refresh_at is not null and status <> 'deleted';
CREATE INDEX "statements_user" ON "statements" USING btree ("workspace_id","user_id","id");
CREATE INDEX "uploads_idle" ON "uploads" USING btree ("updated_at");
CREATE INDEX "uploads_workspace" ON "uploads" USING btree ("workspace_id","id");
CREATE INDEX "verified_queries_workspace" ON "verified_queries" USING btree ("workspace_id","id");
ALTER TABLE "catalog_tables" ADD CONSTRAINT "catalog_tables_somewhere" CHECK (("catalog_tables"."store_key" is null) <> ("catalog_tables"."remote_name" is null));
ALTER TABLE "credit_accounts" ADD COLUMN "low_at" bigint DEFAULT 5;
ALTER TABLE "credit_accounts" ADD COLUMN "low_since" timestamp with time zone;
ALTER TABLE "credit_accounts" ADD COLUMN "low_told" boolean DEFAULT false NOT NULL;
ALTER TABLE "invoices" ADD COLUMN "seller" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "mails" ADD COLUMN "attachments" jsonb;
CREATE INDEX "credit_accounts_low" ON "credit_accounts" USING btree ("low_since") WHERE low_since is not null and not low_told;
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_low_at" CHECK ("credit_accounts"."low_at" >= 0);
ALTER TABLE "catalog_columns" ADD COLUMN "native_type" text;
ALTER TABLE "refund_requests" ADD COLUMN "approved_at" timestamp with time zone;
ALTER TABLE "catalog_relations" ADD COLUMN "cleaned" jsonb;
DROP INDEX "credit_usage_member";
DROP INDEX "credit_usage_workspace";
CREATE INDEX "credit_usage_member" ON "credit_usage" USING btree ("organization_id","user_id","created_at","credits");
CREATE INDEX "credit_usage_workspace" ON "credit_usage" USING btree ("workspace_id","created_at","credits");
CREATE TABLE "audit_chain" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_chain_event_id_unique" UNIQUE("event_id")
);
CREATE TABLE "daily_figures" (
	"id" text PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"name" text NOT NULL,
	"value" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE "log_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"request_id" text,
	"server" text NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
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
CREATE TABLE "tracking_events" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"visitor_id" text NOT NULL,
	"user_id" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"page" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "security_events" ADD COLUMN "acknowledged_by" text;
ALTER TABLE "security_events" ADD COLUMN "acknowledged_at" timestamp with time zone;
ALTER TABLE "security_events" ADD COLUMN "acknowledged_note" text;
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_event_id_audit_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_events"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "daily_figures_once" ON "daily_figures" USING btree ("name","day");
CREATE INDEX "log_lines_time" ON "log_lines" USING btree ("created_at","id");
CREATE INDEX "log_lines_level" ON "log_lines" USING btree ("level","created_at");
CREATE INDEX "log_lines_request" ON "log_lines" USING btree ("request_id") WHERE request_id is not null;
CREATE UNIQUE INDEX "setting_versions_number" ON "setting_versions" USING btree ("kind","version");
CREATE INDEX "tracking_events_name" ON "tracking_events" USING btree ("name","created_at");
CREATE INDEX "tracking_events_time" ON "tracking_events" USING btree ("created_at");
CREATE INDEX "tracking_events_visitor" ON "tracking_events" USING btree ("visitor_id","created_at");
CREATE INDEX "tracking_events_user" ON "tracking_events" USING btree ("user_id","created_at") WHERE user_id is not null;
CREATE INDEX "audit_events_subject" ON "audit_events" USING btree ("subject","id");
CREATE INDEX "audit_events_action" ON "audit_events" USING btree ("action","id");
CREATE INDEX "security_events_time" ON "security_events" USING btree ("created_at");
CREATE INDEX "security_events_open" ON "security_events" USING btree ("id") WHERE acknowledged_at is null;
-- A version of the settings stays as it was made, and so does the seal of an audit event.
CREATE TRIGGER setting_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON setting_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "files" ADD COLUMN "rejected_key" text;
ALTER TABLE "files" ADD COLUMN "reread_at" timestamp with time zone;
ALTER TABLE "files" ADD COLUMN "reread_error" text;
DROP INDEX "credit_lots_burn";
CREATE INDEX "credit_lots_burn" ON "credit_lots" USING btree ("user_id","expires_at") WHERE remaining > 0;
DROP INDEX "credit_lots_burn";
CREATE INDEX "credit_lots_burn" ON "credit_lots" USING btree ("user_id","expires_at") WHERE remaining > 0 or held > 0;
-- An account is still the sum of its lots; those that are used up add nothing, and the index knows the others.
CREATE OR REPLACE FUNCTION credit_account_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account credit_accounts;
  free numeric;
  set_aside numeric;
BEGIN
  SELECT * INTO account FROM credit_accounts WHERE user_id = NEW.user_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT coalesce(sum(remaining), 0), coalesce(sum(held), 0) INTO free, set_aside FROM credit_lots
    WHERE user_id = NEW.user_id AND (remaining > 0 OR held > 0);
  IF account.balance <> free OR account.held <> set_aside THEN
    RAISE EXCEPTION 'credit account % does not add up: % and % against % and % in its lots',
      NEW.user_id, account.balance, account.held, free, set_aside USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
UPDATE "users" SET "last_seen_at" = greatest("created_at", (SELECT max("updated_at") FROM "sessions" WHERE "user_id" = "users"."id"));
CREATE INDEX "credit_accounts_balance" ON "credit_accounts" USING btree ("balance","user_id");
CREATE INDEX "users_words" ON "users" USING gin (to_tsvector('simple'::regconfig, translate(name || ' ' || email, '@._+-/', '      ')));
CREATE INDEX "users_seen" ON "users" USING btree ("last_seen_at","id");
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE admin_roles <> '{}';
CREATE INDEX "users_disabled" ON "users" USING btree ("id") WHERE disabled_at is not null;
CREATE INDEX "users_two_factor" ON "users" USING btree ("id") WHERE two_factor_enabled;
CREATE INDEX "users_unproven" ON "users" USING btree ("id") WHERE not email_verified;
CREATE INDEX "organizations_words" ON "organizations" USING gin (to_tsvector('simple'::regconfig, translate(name, '@._+-/', '      ')));
CREATE INDEX "organizations_status" ON "organizations" USING btree ("status","id");
CREATE INDEX "organizations_size" ON "organizations" USING btree ("size","id");
CREATE INDEX "security_events_actor" ON "security_events" USING btree ("actor_id","id");
CREATE INDEX "security_events_ip" ON "security_events" USING btree ("ip","id");
CREATE INDEX "security_events_request" ON "security_events" USING btree ("request_id") WHERE request_id is not null;
-- An organization that is suspended comes back: it keeps an owner too.
CREATE OR REPLACE FUNCTION organization_keeps_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM organizations WHERE id = OLD.organization_id AND status <> 'deleted' FOR UPDATE;
  IF FOUND AND NOT EXISTS (
    SELECT 1 FROM organization_members
    WHERE organization_id = OLD.organization_id AND role = 'owner' AND status = 'active'
  ) THEN
    RAISE EXCEPTION 'organization % would have no owner', OLD.organization_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'organization_keeps_owner';
  END IF;
  RETURN NULL;
END $$;
CREATE INDEX "conversations_user" ON "conversations" USING btree ("user_id","updated_at");
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
ALTER TABLE "messages" ADD COLUMN "elapsed_ms" integer GENERATED ALWAYS AS (round((answer #>> '{receipt,elapsed_ms}')::numeric)::integer) STORED;
ALTER TABLE "credit_allocation_files" ADD CONSTRAINT "credit_allocation_files_allocated_by_users_id_fk" FOREIGN KEY ("allocated_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_file_id_credit_allocation_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."credit_allocation_files"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_allocated_by_users_id_fk" FOREIGN KEY ("allocated_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "credit_allocations_user" ON "credit_allocations" USING btree ("user_id","id");
CREATE INDEX "credit_allocations_by" ON "credit_allocations" USING btree ("allocated_by","id");
CREATE INDEX "credit_allocations_file" ON "credit_allocations" USING btree ("file_id","id") WHERE file_id is not null;
CREATE INDEX "messages_answers" ON "messages" USING btree ("created_at","status","elapsed_ms") WHERE role = 'assistant';
CREATE INDEX "credit_lots_given" ON "credit_lots" USING btree ("created_at","kind","granted");
CREATE INDEX "credit_transactions_expired" ON "credit_transactions" USING btree ("created_at") WHERE kind = 'expire';
CREATE INDEX "credit_usage_time" ON "credit_usage" USING btree ("created_at","credits");
CREATE INDEX "files_uploaded" ON "files" USING btree ("created_at","size_bytes");
CREATE INDEX "users_registered" ON "users" USING btree ("created_at");
CREATE INDEX "orders_state" ON "orders" USING btree ("state","id");
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at","currency","amount") WHERE paid_at is not null;
CREATE INDEX "payments_time" ON "payments" USING btree ("created_at","order_id");
CREATE INDEX "payments_state" ON "payments" USING btree ("state","created_at","order_id");
CREATE INDEX "refunds_time" ON "refunds" USING btree ("created_at");
CREATE INDEX "webhook_events_state" ON "webhook_events" USING btree ("state","id");
-- What was given or taken by hand stays as it was written down.
CREATE TRIGGER credit_allocations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_allocations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_allocation_files_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_allocation_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE INDEX "security_events_email" ON "security_events" USING btree ((details ->> 'email'),"id") WHERE (details ->> 'email') is not null;
ALTER TABLE "webhook_events" ADD COLUMN "payment_id" text;
ALTER TABLE "webhook_events" ADD COLUMN "gateway_order_id" text;
CREATE INDEX "webhook_events_payment" ON "webhook_events" USING btree ("payment_id") WHERE payment_id is not null;
CREATE INDEX "webhook_events_order" ON "webhook_events" USING btree ("gateway_order_id") WHERE gateway_order_id is not null;
CREATE TABLE "credit_note_counters" (
	"financial_year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
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
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_request_id_unique";
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "credit_notes_sequence" ON "credit_notes" USING btree ("financial_year","sequence");
CREATE INDEX "credit_notes_invoice" ON "credit_notes" USING btree ("invoice_id");
CREATE UNIQUE INDEX "refunds_of_request" ON "refunds" USING btree ("request_id") WHERE state <> 'failed';
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at") WHERE state = 'failed';
-- Money that went back may turn out not to have arrived; what failed has failed, and another refund takes its place.
DROP TRIGGER refunds_stay_refunded ON refunds;
CREATE FUNCTION refuse_refund_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refund % does not go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refunds_go_forward BEFORE UPDATE ON refunds FOR EACH ROW
  WHEN ((OLD.state = 'refunded' AND NEW.state = 'waiting') OR (OLD.state = 'failed' AND NEW.state <> 'failed'))
  EXECUTE FUNCTION refuse_refund_back();
-- A credit note stays as it was issued.
CREATE TRIGGER credit_notes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Numbers of credit notes of a financial year follow each other without gaps.
CREATE FUNCTION credit_note_follows_the_last() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before integer;
BEGIN
  SELECT coalesce(max(sequence), 0) INTO before FROM credit_notes WHERE financial_year = NEW.financial_year;
  IF NEW.sequence <> before + 1 THEN
    RAISE EXCEPTION 'credit note % of % does not follow %', NEW.sequence, NEW.financial_year, before USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credit_notes_without_gaps BEFORE INSERT ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION credit_note_follows_the_last();
DROP INDEX "log_lines_level";
CREATE INDEX "connections_status" ON "connections" USING btree ("status","id");
CREATE INDEX "connections_engine" ON "connections" USING btree ("engine","id") WHERE status <> 'deleted';
CREATE INDEX "connections_words" ON "connections" USING gin (to_tsvector('simple'::regconfig, translate(name, '@._+-/', '      ')));
CREATE INDEX "connections_creator" ON "connections" USING btree ("created_by");
CREATE INDEX "credit_allocations_kind" ON "credit_allocations" USING btree ("kind","id");
CREATE INDEX "files_uploader" ON "files" USING btree ("uploaded_by");
CREATE INDEX "log_lines_errors" ON "log_lines" USING btree ("created_at","id") WHERE level = 'error';
CREATE INDEX "log_lines_warnings" ON "log_lines" USING btree ("created_at","id") WHERE level in ('warn', 'error');
CREATE INDEX "invoices_year" ON "invoices" USING btree ("financial_year","id");
CREATE INDEX "orders_kind" ON "orders" USING btree ("kind","id");
CREATE INDEX "refund_requests_payment" ON "refund_requests" USING btree ("payment_id");
CREATE INDEX "workspaces_words" ON "workspaces" USING gin (to_tsvector('simple'::regconfig, translate(name, '@._+-/', '      ')));
CREATE INDEX "refunds_request" ON "refunds" USING btree ("request_id","id");
DROP INDEX "files_uploaded";
DROP INDEX "users_registered";
CREATE INDEX "organizations_made" ON "organizations" USING btree ("created_at","id");
CREATE INDEX "workspaces_made" ON "workspaces" USING btree ("created_at","id");
CREATE INDEX "files_uploaded" ON "files" USING btree ("created_at","size_bytes","workspace_id");
CREATE INDEX "users_registered" ON "users" USING btree ("created_at","id");
CREATE INDEX "audit_events_ip" ON "audit_events" USING btree ("ip","id");
CREATE INDEX "audit_events_request" ON "audit_events" USING btree ("request_id") WHERE request_id is not null;
CREATE INDEX "log_lines_words" ON "log_lines" USING gin (to_tsvector('simple'::regconfig, translate(message || ' ' || fields::text, '@._+-/', '      ')));
CREATE INDEX "webhook_events_disputes" ON "webhook_events" USING btree ("id") WHERE type like 'payment.dispute.%';
-- A second process takes ten milliseconds to start, longer than a page of these takes to be found: the database expects far more hits of
-- the beginning of a word than there are, and would start some.
ALTER TABLE "users" SET (parallel_workers = 0);
ALTER TABLE "organizations" SET (parallel_workers = 0);
ALTER TABLE "workspaces" SET (parallel_workers = 0);
ALTER TABLE "connections" SET (parallel_workers = 0);
ALTER TABLE "log_lines" SET (parallel_workers = 0);
