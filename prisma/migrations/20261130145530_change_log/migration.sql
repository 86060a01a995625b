-- CreateTable
CREATE TABLE "change_log" (
    "transaction_id" BIGINT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "part" TEXT NOT NULL,
    "logged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_log_pkey" PRIMARY KEY ("transaction_id","subject_id","part")
);



-- Triggers log every change, whoever writes it. A notification within the transaction (pg_notify)
-- would be sent under a lock that is held until the disk has the commit, so that commits would wait
-- for each other: 16 connections commit 4,600 small updates a second without either, 4,100 with this
-- log, and 520 with notifications.
CREATE FUNCTION log_change(subject TEXT, part_of_subject TEXT) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO change_log (transaction_id, subject_id, part)
  VALUES (pg_current_xact_id()::text::bigint, subject, part_of_subject)
  ON CONFLICT DO NOTHING;
END $$;

-- The part "*" is all: what is deleted or restored must be read again by whoever watches it.
CREATE FUNCTION log_space() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at THEN
    PERFORM log_change(OLD.id, '*');
  ELSE
    IF OLD.revision_id <> NEW.revision_id THEN
      PERFORM log_change(OLD.id, 'content');
    END IF;
    IF (OLD.title, OLD.emoji, OLD.icon_url, OLD.edit_mode, OLD.language, OLD.default_level, OLD.parent_id, OLD.organization_id)
      IS DISTINCT FROM (NEW.title, NEW.emoji, NEW.icon_url, NEW.edit_mode, NEW.language, NEW.default_level, NEW.parent_id, NEW.organization_id) THEN
      PERFORM log_change(OLD.id, 'settings');
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER log_change AFTER UPDATE OR DELETE ON "spaces" FOR EACH ROW EXECUTE FUNCTION log_space();

CREATE FUNCTION log_change_request() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM log_change(OLD.id, '*');
  ELSE
    IF (OLD.revision_id, OLD.revision_merged_ancestor_id) IS DISTINCT FROM (NEW.revision_id, NEW.revision_merged_ancestor_id) THEN
      PERFORM log_change(OLD.id, 'content');
    END IF;
    IF (OLD.status, OLD.subject, OLD.revision_merged_id, OLD.agent_task_id)
      IS DISTINCT FROM (NEW.status, NEW.subject, NEW.revision_merged_id, NEW.agent_task_id) THEN
      PERFORM log_change(OLD.id, 'status');
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER log_change AFTER UPDATE OR DELETE ON "change_requests" FOR EACH ROW EXECUTE FUNCTION log_change_request();

-- The argument is the part of the change request.
CREATE FUNCTION log_part_of_change_request() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  PERFORM log_change(COALESCE(NEW.change_request_id, OLD.change_request_id), TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER log_change AFTER INSERT OR UPDATE OR DELETE ON "change_request_conflicts"
  FOR EACH ROW EXECUTE FUNCTION log_part_of_change_request('content');
CREATE TRIGGER log_change AFTER INSERT OR UPDATE OR DELETE ON "change_request_reviews"
  FOR EACH ROW EXECUTE FUNCTION log_part_of_change_request('reviews');
CREATE TRIGGER log_change AFTER INSERT OR UPDATE OR DELETE ON "requested_reviewers"
  FOR EACH ROW EXECUTE FUNCTION log_part_of_change_request('reviews');

CREATE FUNCTION log_comment() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  PERFORM log_change(COALESCE(NEW.change_request_id, OLD.change_request_id, NEW.space_id, OLD.space_id), 'comments');
  RETURN NULL;
END $$;
CREATE TRIGGER log_change AFTER INSERT OR UPDATE OR DELETE ON "comments" FOR EACH ROW EXECUTE FUNCTION log_comment();

-- Replies and reactions that are deleted with their comment no longer find it: its own deletion is
-- logged.
CREATE FUNCTION log_reply() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  PERFORM log_change(COALESCE(c.change_request_id, c.space_id), 'comments')
  FROM comments c WHERE c.id = COALESCE(NEW.comment_id, OLD.comment_id);
  RETURN NULL;
END $$;
CREATE TRIGGER log_change AFTER INSERT OR UPDATE OR DELETE ON "comment_replies" FOR EACH ROW EXECUTE FUNCTION log_reply();

CREATE FUNCTION log_reaction() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  PERFORM log_change(COALESCE(c.change_request_id, c.space_id), 'comments')
  FROM comments c WHERE c.id = COALESCE(NEW.comment_id, OLD.comment_id,
    (SELECT r.comment_id FROM comment_replies r WHERE r.id = COALESCE(NEW.reply_id, OLD.reply_id)));
  RETURN NULL;
END $$;
CREATE TRIGGER log_change AFTER INSERT OR UPDATE OR DELETE ON "reactions" FOR EACH ROW EXECUTE FUNCTION log_reaction();

CREATE FUNCTION log_job() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  PERFORM log_change(OLD.id, 'progress');
  RETURN NULL;
END $$;
-- Heartbeats are left out.
CREATE TRIGGER log_change AFTER UPDATE OF state, step, steps_done, progress, message, error_code, cancel_asked_at, started_at, ended_at, attempts
  ON "jobs" FOR EACH ROW EXECUTE FUNCTION log_job();
CREATE TRIGGER log_deletion AFTER DELETE ON "jobs" FOR EACH ROW EXECUTE FUNCTION log_job();

CREATE FUNCTION log_job_results() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  PERFORM log_change(id, 'progress') FROM (SELECT DISTINCT job_id AS id FROM added) jobs;
  RETURN NULL;
END $$;
CREATE TRIGGER log_change AFTER INSERT ON "job_results" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION log_job_results();
