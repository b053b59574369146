-- Brings a database of before the first release, as it was at the end of its thirty-seven migrations, to 0000_schema and 0001_triggers.
DROP INDEX "subscription_periods_due";
--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD COLUMN "ended_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD COLUMN "ended_by" text;
--> statement-breakpoint
CREATE INDEX "subscription_periods_due" ON "subscription_periods" USING btree ("next_grant_at") WHERE next_grant_at is not null and ended_at is null;
--> statement-breakpoint
-- Until now a period that was paid back had its end moved; from now on it keeps its plan and says when it ended.
UPDATE "subscription_periods" AS p SET
  "ended_at" = r."created_at",
  "ended_by" = r."id",
  "ends_at" = planned."ends_at",
  "next_grant_at" = CASE WHEN p."granted" < planned."months"
    THEN ((p."starts_at" AT TIME ZONE 'UTC') + make_interval(months => p."granted")) AT TIME ZONE 'UTC' END
FROM "refunds" AS r
JOIN "payments" AS paid ON paid."id" = r."payment_id"
JOIN LATERAL (
  SELECT s."id", m."months", ((s."starts_at" AT TIME ZONE 'UTC') + make_interval(months => m."months")) AT TIME ZONE 'UTC' AS "ends_at"
  FROM "subscription_periods" AS s, LATERAL (SELECT CASE WHEN s."is_annual" THEN 12 ELSE 1 END AS "months") AS m
  WHERE s."payment_id" = r."payment_id"
) AS planned ON true
WHERE p."id" = planned."id" AND r."state" <> 'failed' AND (r."cause" = 'request' OR r."amount" >= paid."amount")
  AND r."created_at" < planned."ends_at";
--> statement-breakpoint
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
ALTER TABLE "credit_allocations" ADD COLUMN "confirmed_by" text;
--> statement-breakpoint
ALTER TABLE "second_approvals" ADD CONSTRAINT "second_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "second_approvals" ADD CONSTRAINT "second_approvals_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "second_approvals" ADD CONSTRAINT "second_approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "second_approvals_state" ON "second_approvals" USING btree ("state","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "second_approvals_once" ON "second_approvals" USING btree ("kind","subject") WHERE state = 'waiting' and kind <> 'allocation';
--> statement-breakpoint
ALTER TABLE "credit_allocations" ADD CONSTRAINT "credit_allocations_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD COLUMN "carry_months" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "waiting_told_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "outline" jsonb;
--> statement-breakpoint
CREATE TABLE "dismissed_payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"stand" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dismissed_payments" ADD CONSTRAINT "dismissed_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "refunds_watched" ON "refunds" USING btree ("next_at") WHERE state = 'refunded' and next_at is not null;
--> statement-breakpoint
-- Those that were made before are watched too.
UPDATE "refunds" SET "next_at" = now() WHERE "state" = 'refunded' AND "gateway_refund_id" IS NOT NULL AND "refunded_at" > now() - interval '30 days';
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "shared_at" timestamp with time zone;
--> statement-breakpoint
DROP INDEX "connections_words";
--> statement-breakpoint
DROP INDEX "users_words";
--> statement-breakpoint
DROP INDEX "log_lines_words";
--> statement-breakpoint
DROP INDEX "organizations_words";
--> statement-breakpoint
DROP INDEX "workspaces_words";
--> statement-breakpoint
CREATE INDEX "connections_words" ON "connections" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));
--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name || ' ' || email, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));
--> statement-breakpoint
CREATE INDEX "log_lines_words" ON "log_lines" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(message || ' ' || fields::text, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));
--> statement-breakpoint
CREATE INDEX "organizations_words" ON "organizations" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));
--> statement-breakpoint
CREATE INDEX "workspaces_words" ON "workspaces" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "credit" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "credit_line" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_plan" text;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_period" text;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credit" CHECK ("invoices"."credit" >= 0);
--> statement-breakpoint
CREATE TABLE "catalog_versions" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog_versions" ADD CONSTRAINT "catalog_versions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE FUNCTION catalog_changed(ids text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO catalog_versions (workspace_id, version)
  SELECT id, gen_random_uuid()::text FROM workspaces WHERE id = ANY (ids)
  ON CONFLICT (workspace_id) DO UPDATE SET version = EXCLUDED.version
$$;
--> statement-breakpoint
CREATE FUNCTION catalog_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM catalog_changed(ARRAY(SELECT DISTINCT workspace_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION catalog_column_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM catalog_changed(ARRAY(
    SELECT DISTINCT t.workspace_id FROM catalog_tables t WHERE t.id IN (SELECT DISTINCT table_id FROM changed)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER catalog_tables_insert_version AFTER INSERT ON catalog_tables
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_tables_update_version AFTER UPDATE ON catalog_tables
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_tables_delete_version AFTER DELETE ON catalog_tables
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_relations_insert_version AFTER INSERT ON catalog_relations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_relations_update_version AFTER UPDATE ON catalog_relations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_relations_delete_version AFTER DELETE ON catalog_relations
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_row_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_columns_insert_version AFTER INSERT ON catalog_columns
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_column_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_columns_update_version AFTER UPDATE ON catalog_columns
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_column_changed();
--> statement-breakpoint
CREATE TRIGGER catalog_columns_delete_version AFTER DELETE ON catalog_columns
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog_column_changed();
--> statement-breakpoint
ALTER TABLE "subscription_periods" ALTER COLUMN "payment_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD COLUMN "given_by" text;
--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_source" CHECK (("subscription_periods"."payment_id" is null) <> ("subscription_periods"."given_by" is null));
