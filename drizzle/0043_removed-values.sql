CREATE TABLE "canvas_removed" (
	"canvas_id" text NOT NULL,
	"held" text NOT NULL,
	"reads" jsonb,
	CONSTRAINT "canvas_removed_canvas_id_held_pk" PRIMARY KEY("canvas_id","held")
);
--> statement-breakpoint
ALTER TABLE "canvas_removed" ADD CONSTRAINT "canvas_removed_canvas_id_canvases_id_fk" FOREIGN KEY ("canvas_id") REFERENCES "public"."canvases"("id") ON DELETE cascade ON UPDATE no action;