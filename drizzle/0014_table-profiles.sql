CREATE TABLE "table_profiles" (
	"table_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"profile" jsonb NOT NULL,
	"measured_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "table_profiles" ADD CONSTRAINT "table_profiles_table_id_catalog_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."catalog_tables"("id") ON DELETE cascade ON UPDATE no action;