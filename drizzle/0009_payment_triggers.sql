-- An invoice stays as it was issued.
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
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
CREATE TRIGGER refunds_stay_refunded BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION refuse_step_back('refunded');
