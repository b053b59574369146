CREATE TABLE "canvas_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"canvas_id" text NOT NULL,
	"block_id" text NOT NULL,
	"text" text NOT NULL,
	"mentions" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"resolved_by" text
);
--> statement-breakpoint
ALTER TABLE "canvas_comments" ADD CONSTRAINT "canvas_comments_canvas_id_canvases_id_fk" FOREIGN KEY ("canvas_id") REFERENCES "public"."canvases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canvas_comments" ADD CONSTRAINT "canvas_comments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canvas_comments" ADD CONSTRAINT "canvas_comments_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "canvas_comments_canvas" ON "canvas_comments" USING btree ("canvas_id","id");--> statement-breakpoint
CREATE INDEX "canvas_comments_person" ON "canvas_comments" USING btree ("created_by","id");