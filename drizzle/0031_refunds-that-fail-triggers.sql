-- Money that went back may turn out not to have arrived; what failed has failed, and another refund takes its place.
DROP TRIGGER refunds_stay_refunded ON refunds;
--> statement-breakpoint
CREATE FUNCTION refuse_refund_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refund % does not go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_go_forward BEFORE UPDATE ON refunds FOR EACH ROW
  WHEN ((OLD.state = 'refunded' AND NEW.state = 'waiting') OR (OLD.state = 'failed' AND NEW.state <> 'failed'))
  EXECUTE FUNCTION refuse_refund_back();
--> statement-breakpoint
-- A credit note stays as it was issued.
CREATE TRIGGER credit_notes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
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
