CREATE TABLE "canvas_memories" (
	"canvas_id" text NOT NULL,
	"block_id" text NOT NULL,
	"filters" text NOT NULL,
	"statement" text NOT NULL,
	"shown" jsonb NOT NULL,
	"before" jsonb,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "canvas_memories_canvas_id_block_id_filters_pk" PRIMARY KEY("canvas_id","block_id","filters")
);
--> statement-breakpoint
ALTER TABLE "canvases" ADD COLUMN "refreshes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "canvases" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "canvases" ADD COLUMN "refreshed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "canvases" ADD COLUMN "stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "canvases" ADD COLUMN "stopped_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "only_changed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "sent" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "canvas_memories" ADD CONSTRAINT "canvas_memories_canvas_id_canvases_id_fk" FOREIGN KEY ("canvas_id") REFERENCES "public"."canvases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "canvas_memories_used" ON "canvas_memories" USING btree ("used_at");