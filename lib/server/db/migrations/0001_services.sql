CREATE TABLE "secret_uses" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"run_id" text NOT NULL,
	"call_id" text NOT NULL,
	"tool" text NOT NULL,
	"name" text NOT NULL,
	"target" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_calls" (
	"run_id" text NOT NULL,
	"call_id" text NOT NULL,
	"ordinal" integer NOT NULL,
	"service" text NOT NULL,
	"started_at" bigint NOT NULL,
	"ended_at" bigint,
	"outcome" text,
	CONSTRAINT "service_calls_run_id_call_id_ordinal_pk" PRIMARY KEY("run_id","call_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "session_secrets" (
	"session_id" text NOT NULL,
	"name" text NOT NULL,
	"provider" text NOT NULL,
	"tools" text NOT NULL,
	"hosts" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "session_secrets_session_id_name_pk" PRIMARY KEY("session_id","name")
);
--> statement-breakpoint
ALTER TABLE "secret_uses" ADD CONSTRAINT "secret_uses_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_calls" ADD CONSTRAINT "service_calls_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_secrets" ADD CONSTRAINT "session_secrets_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "secret_uses_by_session" ON "secret_uses" USING btree ("session_id","at");