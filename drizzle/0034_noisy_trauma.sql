DROP INDEX "files_uploaded";--> statement-breakpoint
DROP INDEX "users_registered";--> statement-breakpoint
CREATE INDEX "organizations_made" ON "organizations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "workspaces_made" ON "workspaces" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "files_uploaded" ON "files" USING btree ("created_at","size_bytes","workspace_id");--> statement-breakpoint
CREATE INDEX "users_registered" ON "users" USING btree ("created_at","id");