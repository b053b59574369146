CREATE TABLE "canvas_links" (
	"id" text PRIMARY KEY NOT NULL,
	"canvas_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"password_hash" text,
	"snapshot" jsonb NOT NULL,
	"filters" text DEFAULT '' NOT NULL,
	"reached" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp with time zone,
	"refreshed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "canvas_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "canvas_links" ADD CONSTRAINT "canvas_links_canvas_id_canvases_id_fk" FOREIGN KEY ("canvas_id") REFERENCES "public"."canvases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canvas_links" ADD CONSTRAINT "canvas_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "canvas_links_canvas" ON "canvas_links" USING btree ("canvas_id","id");--> statement-breakpoint
CREATE INDEX "canvas_links_person" ON "canvas_links" USING btree ("created_by","id");