ALTER TABLE "watches" ALTER COLUMN "canvas_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "result_id" text;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watches_message" ON "watches" USING btree ("message_id");