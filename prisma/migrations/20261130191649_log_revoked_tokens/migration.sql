-- AlterTable
ALTER TABLE "change_log" ALTER COLUMN "logged_at" SET DEFAULT clock_timestamp();



-- One function logs a part of the row itself; the conditions are those of the triggers.
CREATE FUNCTION log_part() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  PERFORM log_change(OLD.id, TG_ARGV[0]);
  RETURN NULL;
END $$;

DROP TRIGGER log_change ON "spaces";
DROP FUNCTION log_space();
CREATE TRIGGER log_deletion AFTER DELETE ON "spaces" FOR EACH ROW EXECUTE FUNCTION log_part('*');
CREATE TRIGGER log_all AFTER UPDATE ON "spaces" FOR EACH ROW
  WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION log_part('*');
CREATE TRIGGER log_content AFTER UPDATE ON "spaces" FOR EACH ROW
  WHEN (OLD.revision_id <> NEW.revision_id) EXECUTE FUNCTION log_part('content');
CREATE TRIGGER log_settings AFTER UPDATE ON "spaces" FOR EACH ROW
  WHEN ((OLD.title, OLD.emoji, OLD.icon_url, OLD.edit_mode, OLD.language, OLD.default_level, OLD.parent_id, OLD.organization_id)
    IS DISTINCT FROM (NEW.title, NEW.emoji, NEW.icon_url, NEW.edit_mode, NEW.language, NEW.default_level, NEW.parent_id, NEW.organization_id))
  EXECUTE FUNCTION log_part('settings');

DROP TRIGGER log_change ON "change_requests";
DROP FUNCTION log_change_request();
CREATE TRIGGER log_deletion AFTER DELETE ON "change_requests" FOR EACH ROW EXECUTE FUNCTION log_part('*');
CREATE TRIGGER log_content AFTER UPDATE ON "change_requests" FOR EACH ROW
  WHEN ((OLD.revision_id, OLD.revision_merged_ancestor_id)
    IS DISTINCT FROM (NEW.revision_id, NEW.revision_merged_ancestor_id))
  EXECUTE FUNCTION log_part('content');
CREATE TRIGGER log_status AFTER UPDATE ON "change_requests" FOR EACH ROW
  WHEN ((OLD.status, OLD.subject, OLD.revision_merged_id, OLD.agent_task_id)
    IS DISTINCT FROM (NEW.status, NEW.subject, NEW.revision_merged_id, NEW.agent_task_id))
  EXECUTE FUNCTION log_part('status');

DROP TRIGGER log_change ON "jobs";
DROP TRIGGER log_deletion ON "jobs";
DROP FUNCTION log_job();
-- Heartbeats are left out.
CREATE TRIGGER log_change AFTER UPDATE OF state, step, steps_done, progress, message, error_code, cancel_asked_at, started_at, ended_at, attempts
  ON "jobs" FOR EACH ROW EXECUTE FUNCTION log_part('progress');
CREATE TRIGGER log_deletion AFTER DELETE ON "jobs" FOR EACH ROW EXECUTE FUNCTION log_part('progress');

-- The subscriptions of a token end when it is revoked, even if nothing else changes.
CREATE TRIGGER log_revocation AFTER UPDATE ON "api_tokens" FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION log_part('*');
CREATE TRIGGER log_deletion AFTER DELETE ON "api_tokens" FOR EACH ROW EXECUTE FUNCTION log_part('*');
