ALTER TABLE "canvas_links" RENAME TO "share_links";--> statement-breakpoint
ALTER TABLE "share_links" DROP CONSTRAINT "canvas_links_token_hash_unique";--> statement-breakpoint
ALTER TABLE "share_links" DROP CONSTRAINT "canvas_links_canvas_id_canvases_id_fk";
--> statement-breakpoint
ALTER TABLE "share_links" DROP CONSTRAINT "canvas_links_created_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_canvas_id_canvases_id_fk" FOREIGN KEY ("canvas_id") REFERENCES "public"."canvases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_token_hash_unique" UNIQUE("token_hash");