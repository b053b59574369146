DROP INDEX "subscription_periods_due";--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD COLUMN "ended_by" text;--> statement-breakpoint
CREATE INDEX "subscription_periods_due" ON "subscription_periods" USING btree ("next_grant_at") WHERE next_grant_at is not null and ended_at is null;--> statement-breakpoint
-- Until now a period that was paid back had its end moved; from now on it keeps its plan and says when it ended.
UPDATE "subscription_periods" AS p SET
  "ended_at" = r."created_at",
  "ended_by" = r."id",
  "ends_at" = planned."ends_at",
  "next_grant_at" = CASE WHEN p."granted" < planned."months"
    THEN ((p."starts_at" AT TIME ZONE 'UTC') + make_interval(months => p."granted")) AT TIME ZONE 'UTC' END
FROM "refunds" AS r
JOIN "payments" AS paid ON paid."id" = r."payment_id"
JOIN LATERAL (
  SELECT s."id", m."months", ((s."starts_at" AT TIME ZONE 'UTC') + make_interval(months => m."months")) AT TIME ZONE 'UTC' AS "ends_at"
  FROM "subscription_periods" AS s, LATERAL (SELECT CASE WHEN s."is_annual" THEN 12 ELSE 1 END AS "months") AS m
  WHERE s."payment_id" = r."payment_id"
) AS planned ON true
WHERE p."id" = planned."id" AND r."state" <> 'failed' AND (r."cause" = 'request' OR r."amount" >= paid."amount")
  AND r."created_at" < planned."ends_at";
