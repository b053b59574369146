CREATE TABLE "shares" (
	"id" text PRIMARY KEY NOT NULL,
	"canvas_id" text,
	"conversation_id" text,
	"user_id" text NOT NULL,
	"level" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "canvas_links_canvas";--> statement-breakpoint
DROP INDEX "canvas_links_person";--> statement-breakpoint
ALTER TABLE "share_links" ALTER COLUMN "canvas_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "canvas_comments" ADD COLUMN "cell" jsonb;--> statement-breakpoint
ALTER TABLE "canvases" ADD COLUMN "level" text DEFAULT 'edit' NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "conversation_id" text;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_canvas_id_canvases_id_fk" FOREIGN KEY ("canvas_id") REFERENCES "public"."canvases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shares_canvas" ON "shares" USING btree ("canvas_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_conversation" ON "shares" USING btree ("conversation_id","user_id");--> statement-breakpoint
CREATE INDEX "shares_person" ON "shares" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "shares_by" ON "shares" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_links_canvas" ON "share_links" USING btree ("canvas_id","id");--> statement-breakpoint
CREATE INDEX "share_links_conversation" ON "share_links" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE INDEX "share_links_person" ON "share_links" USING btree ("created_by","id");