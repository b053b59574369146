DROP INDEX "credit_usage_member";--> statement-breakpoint
DROP INDEX "credit_usage_workspace";--> statement-breakpoint
CREATE INDEX "credit_usage_member" ON "credit_usage" USING btree ("organization_id","user_id","created_at","credits");--> statement-breakpoint
CREATE INDEX "credit_usage_workspace" ON "credit_usage" USING btree ("workspace_id","created_at","credits");