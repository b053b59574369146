DROP INDEX "credit_lots_burn";--> statement-breakpoint
CREATE INDEX "credit_lots_burn" ON "credit_lots" USING btree ("user_id","expires_at") WHERE remaining > 0 or held > 0;--> statement-breakpoint
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
