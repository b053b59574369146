-- The ledger is append-only: what was written stays as it was written.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER credit_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
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
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER credit_transactions_balance AFTER INSERT ON credit_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION credit_transaction_balances();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER credit_entries_balance AFTER INSERT ON credit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION credit_transaction_balances();
--> statement-breakpoint
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
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER credit_accounts_add_up AFTER INSERT OR UPDATE ON credit_accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION credit_account_adds_up();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER credit_lots_add_up AFTER INSERT OR UPDATE ON credit_lots
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION credit_account_adds_up();
