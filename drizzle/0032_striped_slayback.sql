DROP INDEX "log_lines_level";--> statement-breakpoint
CREATE INDEX "connections_status" ON "connections" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "connections_engine" ON "connections" USING btree ("engine","id") WHERE status <> 'deleted';--> statement-breakpoint
CREATE INDEX "connections_words" ON "connections" USING gin (to_tsvector('simple'::regconfig, translate(name, '@._+-/', '      ')));--> statement-breakpoint
CREATE INDEX "connections_creator" ON "connections" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "credit_allocations_kind" ON "credit_allocations" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "files_uploader" ON "files" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "log_lines_errors" ON "log_lines" USING btree ("created_at","id") WHERE level = 'error';--> statement-breakpoint
CREATE INDEX "log_lines_warnings" ON "log_lines" USING btree ("created_at","id") WHERE level in ('warn', 'error');--> statement-breakpoint
CREATE INDEX "invoices_year" ON "invoices" USING btree ("financial_year","id");--> statement-breakpoint
CREATE INDEX "orders_kind" ON "orders" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "refund_requests_payment" ON "refund_requests" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "workspaces_words" ON "workspaces" USING gin (to_tsvector('simple'::regconfig, translate(name, '@._+-/', '      ')));