CREATE TABLE "credit_budgets" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"workspace_id" text,
	"user_id" text,
	"monthly_credits" bigint NOT NULL,
	"told_month" text DEFAULT '' NOT NULL,
	"told_share" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_budgets_of_one" CHECK (("credit_budgets"."workspace_id" is null) <> ("credit_budgets"."user_id" is null)),
	CONSTRAINT "credit_budgets_positive" CHECK ("credit_budgets"."monthly_credits" > 0)
);
--> statement-breakpoint
CREATE TABLE "credit_usage" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"message_id" text NOT NULL,
	"model" text NOT NULL,
	"credits" bigint NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_usage_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "credit_usage_something" CHECK ("credit_usage"."credits" > 0 and "credit_usage"."input_tokens" >= 0 and "credit_usage"."output_tokens" >= 0)
);
--> statement-breakpoint
ALTER TABLE "credit_holds" ADD COLUMN "organization_id" text;--> statement-breakpoint
ALTER TABLE "credit_holds" ADD COLUMN "workspace_id" text;--> statement-breakpoint
ALTER TABLE "credit_budgets" ADD CONSTRAINT "credit_budgets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_budgets" ADD CONSTRAINT "credit_budgets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_budgets" ADD CONSTRAINT "credit_budgets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_usage" ADD CONSTRAINT "credit_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_budgets_workspace" ON "credit_budgets" USING btree ("workspace_id") WHERE workspace_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_budgets_member" ON "credit_budgets" USING btree ("organization_id","user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "credit_usage_user" ON "credit_usage" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_usage_organization" ON "credit_usage" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_usage_member" ON "credit_usage" USING btree ("organization_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_usage_workspace" ON "credit_usage" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_holds_open_place" ON "credit_holds" USING btree ("organization_id") WHERE state = 'open';