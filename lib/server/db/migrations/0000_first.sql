CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"run_id" text NOT NULL,
	"call_id" text NOT NULL,
	"digest" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"decision" text,
	"decided_by" text,
	"decided_at" bigint
);
--> statement-breakpoint
CREATE TABLE "events" (
	"session_id" text NOT NULL,
	"seq" integer NOT NULL,
	"run_id" text NOT NULL,
	"at" bigint NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "events_session_id_seq_pk" PRIMARY KEY("session_id","seq")
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"role" text NOT NULL,
	"key_hash" text NOT NULL,
	"title" text NOT NULL,
	"definition" text NOT NULL,
	"workspace_id" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint,
	"views" integer DEFAULT 0 NOT NULL,
	"last_viewed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"kind" text NOT NULL,
	"runner_id" text NOT NULL,
	"script" text,
	"step_limit" integer NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"step_instance" text,
	"step_beat_at" bigint,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"started_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"title" text NOT NULL,
	"definition" text NOT NULL,
	"revision" integer NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"archive" "bytea" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_by_call" ON "approvals" USING btree ("run_id","call_id");--> statement-breakpoint
CREATE INDEX "approvals_by_expiry" ON "approvals" USING btree ("decision","expires_at");--> statement-breakpoint
CREATE INDEX "links_by_session" ON "links" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "runs_by_session" ON "runs" USING btree ("session_id","started_at");--> statement-breakpoint
CREATE INDEX "sessions_by_owner" ON "sessions" USING btree ("owner_id","updated_at");--> statement-breakpoint
CREATE INDEX "workspaces_by_session" ON "workspaces" USING btree ("session_id");