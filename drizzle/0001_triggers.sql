-- Rows of these tables are written once: the ledger, invoices, usage, what admins gave, versions of settings, the audit log.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['credit_transactions', 'credit_entries', 'credit_usage', 'credit_allocations', 'credit_allocation_files',
    'invoices', 'credit_notes', 'setting_versions', 'audit_events', 'audit_chain'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
      name || '_append_only', name);
  END LOOP;
END $$;
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
-- At commit an account is the sum of its lots; those that are used up add nothing, and an index has the others.
CREATE FUNCTION credit_account_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER credit_accounts_add_up AFTER INSERT OR UPDATE ON credit_accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION credit_account_adds_up();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER credit_lots_add_up AFTER INSERT OR UPDATE ON credit_lots
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION credit_account_adds_up();
--> statement-breakpoint
-- At commit an organization that is not deleted has an owner. The lock makes two simultaneous demotions wait for each other.
CREATE FUNCTION organization_keeps_owner() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER organization_members_keep_owner AFTER UPDATE OR DELETE ON organization_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.role = 'owner' AND OLD.status = 'active') EXECUTE FUNCTION organization_keeps_owner();
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER invoices_without_gaps BEFORE INSERT ON invoices
  FOR EACH ROW EXECUTE FUNCTION invoice_follows_the_last();
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER credit_notes_without_gaps BEFORE INSERT ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION credit_note_follows_the_last();
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER orders_keep_their_price BEFORE UPDATE OR DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION refuse_other_money('gateway_order_id', 'state', 'next_check_at', 'checks', 'paid_at');
--> statement-breakpoint
CREATE TRIGGER payments_keep_their_amount BEFORE UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_other_money('state', 'method', 'reason', 'updated_at');
--> statement-breakpoint
CREATE TRIGGER refunds_keep_their_amount BEFORE UPDATE OR DELETE ON refunds
  FOR EACH ROW EXECUTE FUNCTION refuse_other_money('gateway_refund_id', 'state', 'attempts', 'next_at', 'last_error', 'refunded_at');
--> statement-breakpoint
CREATE TRIGGER webhook_events_keep_their_words BEFORE UPDATE ON webhook_events
  FOR EACH ROW EXECUTE FUNCTION refuse_other_money('state', 'attempts', 'next_at', 'last_error', 'processed_at');
--> statement-breakpoint
-- A credited payment stays credited, a paid order stays paid.
CREATE FUNCTION refuse_step_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = TG_ARGV[0] AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION '% % stays %', TG_TABLE_NAME, OLD.id, OLD.state USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_stay_paid BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_step_back('paid');
--> statement-breakpoint
CREATE TRIGGER payments_stay_credited BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_step_back('credited');
--> statement-breakpoint
-- A refund may turn out not to have arrived; one that failed stays failed, and another takes its place.
CREATE FUNCTION refuse_refund_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refund % does not go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_go_forward BEFORE UPDATE ON refunds FOR EACH ROW
  WHEN ((OLD.state = 'refunded' AND NEW.state = 'waiting') OR (OLD.state = 'failed' AND NEW.state <> 'failed'))
  EXECUTE FUNCTION refuse_refund_back();
--> statement-breakpoint
-- A change of a workspace's catalog gives it a new version: what is kept in memory of it is read anew.
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
DO $$
DECLARE
  name text;
  event text;
BEGIN
  FOREACH name IN ARRAY ARRAY['catalog_tables', 'catalog_columns', 'catalog_relations'] LOOP
    FOREACH event IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
        name || '_' || event || '_version', event, name, CASE event WHEN 'delete' THEN 'OLD' ELSE 'NEW' END,
        CASE name WHEN 'catalog_columns' THEN 'catalog_column_changed' ELSE 'catalog_row_changed' END);
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint
-- Starting a parallel worker takes ten milliseconds, longer than finding a page of these rows: the planner expects far more hits of the
-- beginning of a word than there are, and would start some.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['users', 'organizations', 'workspaces', 'connections', 'log_lines'] LOOP
    EXECUTE format('ALTER TABLE %I SET (parallel_workers = 0)', name);
  END LOOP;
END $$;
