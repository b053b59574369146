DROP INDEX "connections_words";--> statement-breakpoint
DROP INDEX "users_words";--> statement-breakpoint
DROP INDEX "log_lines_words";--> statement-breakpoint
DROP INDEX "organizations_words";--> statement-breakpoint
DROP INDEX "workspaces_words";--> statement-breakpoint
CREATE INDEX "connections_words" ON "connections" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name || ' ' || email, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));--> statement-breakpoint
CREATE INDEX "log_lines_words" ON "log_lines" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(message || ' ' || fields::text, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));--> statement-breakpoint
CREATE INDEX "organizations_words" ON "organizations" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));--> statement-breakpoint
CREATE INDEX "workspaces_words" ON "workspaces" USING gin (to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), '@._+-/øØłŁđĐıħĦ', '      oOlLdDihH')));