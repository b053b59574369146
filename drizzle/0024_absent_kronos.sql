ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "users" SET "last_seen_at" = greatest("created_at", (SELECT max("updated_at") FROM "sessions" WHERE "user_id" = "users"."id"));--> statement-breakpoint
CREATE INDEX "credit_accounts_balance" ON "credit_accounts" USING btree ("balance","user_id");--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin (to_tsvector('simple'::regconfig, translate(name || ' ' || email, '@._+-/', '      ')));--> statement-breakpoint
CREATE INDEX "users_seen" ON "users" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE admin_roles <> '{}';--> statement-breakpoint
CREATE INDEX "users_disabled" ON "users" USING btree ("id") WHERE disabled_at is not null;--> statement-breakpoint
CREATE INDEX "users_two_factor" ON "users" USING btree ("id") WHERE two_factor_enabled;--> statement-breakpoint
CREATE INDEX "users_unproven" ON "users" USING btree ("id") WHERE not email_verified;--> statement-breakpoint
CREATE INDEX "organizations_words" ON "organizations" USING gin (to_tsvector('simple'::regconfig, translate(name, '@._+-/', '      ')));--> statement-breakpoint
CREATE INDEX "organizations_status" ON "organizations" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "organizations_size" ON "organizations" USING btree ("size","id");--> statement-breakpoint
CREATE INDEX "security_events_actor" ON "security_events" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "security_events_ip" ON "security_events" USING btree ("ip","id");--> statement-breakpoint
CREATE INDEX "security_events_request" ON "security_events" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
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
