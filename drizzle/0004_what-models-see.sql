CREATE TABLE "sent_requests" (
	"message_id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"user_id" text NOT NULL,
	"store_key" text NOT NULL,
	"shown" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "model_sees" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "model_rows" integer;--> statement-breakpoint
ALTER TABLE "sent_requests" ADD CONSTRAINT "sent_requests_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_requests_due" ON "sent_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sent_requests_conversation" ON "sent_requests" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "sent_requests_user" ON "sent_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sent_requests_workspace" ON "sent_requests" USING btree ("workspace_id");--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_model_rows" CHECK ("workspaces"."model_rows" > 0);