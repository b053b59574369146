ALTER TABLE "comments" RENAME COLUMN "block_id" TO "part_id";--> statement-breakpoint
DROP INDEX "canvas_comments_canvas";--> statement-breakpoint
DROP INDEX "canvas_comments_person";--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "canvas_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "conversation_id" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "level" text DEFAULT 'view' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "asked_by" text;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_canvas" ON "comments" USING btree ("canvas_id","id");--> statement-breakpoint
CREATE INDEX "comments_conversation" ON "comments" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE INDEX "comments_person" ON "comments" USING btree ("created_by","id");--> statement-breakpoint
CREATE INDEX "messages_asked_by" ON "messages" USING btree ("asked_by","id") WHERE asked_by is not null;