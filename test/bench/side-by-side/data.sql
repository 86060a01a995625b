-- Rows of 26 organizations, as the product writes them. bench.scale multiplies the comments and the
-- change requests of the long space.

CREATE FUNCTION bench_id(prefix text, n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT prefix || '_' || lpad(n::text, 26, '0') $$;
CREATE FUNCTION bench_time(n bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
  $$ SELECT timestamptz '2026-01-01Z' + n * interval '7 seconds' $$;
-- Fractional index of the nth sibling, n under 62.
CREATE FUNCTION bench_position(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT 'a' || substr(
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', n::int % 62 + 1, 1) $$;

INSERT INTO users (id, display_name, email, realm, created_at)
  SELECT bench_id('usr', i), 'User ' || i, 'user' || i || '@example.com', '', bench_time(i)
  FROM generate_series(0, 500) i;

INSERT INTO organizations (id, title, created_at)
  SELECT bench_id('org', i), 'Organization ' || i, bench_time(i) FROM generate_series(1, 26) i;
-- User 0 is an admin of all; each other user is in two of the first 20, some as guests.
INSERT INTO members (organization_id, user_id, role, joined_at)
  SELECT bench_id('org', i), bench_id('usr', 0), 'admin', bench_time(i)
  FROM generate_series(1, 26) i;
INSERT INTO members (organization_id, user_id, role, joined_at)
  SELECT bench_id('org', (i - 1) % 20 + 1), bench_id('usr', i),
    (ARRAY['edit', 'read', 'review', 'comment', NULL, 'create', 'edit', 'edit'])[i % 8 + 1],
    bench_time(i)
  FROM generate_series(1, 500) i;
INSERT INTO members (organization_id, user_id, role, joined_at)
  SELECT bench_id('org', i % 20 + 1), bench_id('usr', i),
    (ARRAY['read', 'edit'])[i % 2 + 1], bench_time(i)
  FROM generate_series(1, 500) i;
-- The measured member and guest belong to the wide organizations and to that of the long space, too.
INSERT INTO members (organization_id, user_id, role, joined_at)
  SELECT bench_id('org', o), bench_id('usr', i), role, bench_time(i)
  FROM generate_series(21, 26) o, (VALUES (8, 'edit'), (12, NULL)) x(i, role);

-- Three nested or closed collections in each organization, two teams, and grants to both.
INSERT INTO collections (id, organization_id, parent_id, title, default_level, position, created_at)
  SELECT bench_id('col', o * 10 + k), bench_id('org', o),
    CASE WHEN k = 2 THEN bench_id('col', o * 10 + 1) END, 'Collection ' || k,
    CASE WHEN k <> 3 THEN 'inherit' END, bench_position(k), bench_time(o * 10 + k)
  FROM generate_series(1, 20) o, generate_series(1, 3) k;
INSERT INTO teams (id, organization_id, title, created_at)
  SELECT bench_id('team', o * 10 + k), bench_id('org', o), 'Team ' || k, bench_time(o * 10 + k)
  FROM generate_series(1, 20) o, generate_series(1, 2) k;
INSERT INTO team_members (team_id, user_id, role, joined_at)
  SELECT bench_id('team', ((i - 1) % 20 + 1) * 10 + i % 2 + 1), bench_id('usr', i),
    CASE WHEN i % 20 = 0 THEN 'owner' ELSE 'member' END, bench_time(i)
  FROM generate_series(1, 500) i;

-- 2,400 spaces, of which every fourth is in a collection, a long one and one to write to.
INSERT INTO spaces (id, organization_id, parent_id, title, revision_id, last_change_request,
    position, created_at, updated_at)
  SELECT bench_id('sp', i), bench_id('org', o),
    CASE WHEN i % 4 = 0 THEN bench_id('col', o * 10 +
      CASE WHEN i % 12 = 0 THEN 3 WHEN i % 8 = 0 THEN 2 ELSE 1 END) END,
    'Space ' || i || ' handbook', bench_id('rev', i), 10, bench_position((i - 1) % 120),
    bench_time(i), bench_time(i)
  FROM generate_series(1, 2400) i, LATERAL (SELECT (i - 1) / 120 + 1 o) x;
INSERT INTO spaces (id, organization_id, title, revision_id, last_change_request, position,
    created_at, updated_at)
  SELECT bench_id('sp', i), bench_id('org', 26), title, bench_id('rev', i), 1000000,
    bench_position(i), bench_time(i), bench_time(i)
  FROM (VALUES (900000, 'Long space'), (900001, 'Space to write to')) x(i, title);
INSERT INTO content_chunks (hash, size, children, entries, blobs, parents) VALUES
  (encode(sha256('[]'), 'hex'), 0, '{}', '[]', '{}', '{}') ON CONFLICT DO NOTHING;
INSERT INTO revisions (id, space_id, branch_id, generation, parent_ids, pages_hash, files_hash,
    reusable_contents_hash, page_count, file_count, reusable_content_count, created_by_id,
    created_at)
  SELECT revision_id, id, id, 0, '{}', empty, empty, empty, 0, 0, 0, bench_id('usr', 0), created_at
  FROM spaces, (SELECT encode(sha256('[]'), 'hex') empty) x;
INSERT INTO grants (id, space_id, user_id, role, created_at)
  SELECT bench_id('grnt', i), bench_id('sp', (i - 1) % 20 * 120 + i % 120 + 1), bench_id('usr', i),
    (ARRAY['edit', 'review', 'read'])[i % 3 + 1], bench_time(i)
  FROM generate_series(1, 500) i;
INSERT INTO grants (id, space_id, user_id, role, created_at)
  SELECT bench_id('grnt', 600 + i), bench_id('sp', 900000 + i), bench_id('usr', 12), 'edit',
    bench_time(600 + i)
  FROM generate_series(0, 1) i;
INSERT INTO grants (id, space_id, team_id, role, created_at)
  SELECT bench_id('grnt', 1000 + o * 10 + k), bench_id('sp', (o - 1) * 120 + k * 7 + 1),
    bench_id('team', o * 10 + 1 + k % 2), 'create', bench_time(1000 + o * 10 + k)
  FROM generate_series(1, 20) o, generate_series(1, 8) k;
INSERT INTO grants (id, collection_id, team_id, role, created_at)
  SELECT bench_id('grnt', 9000 + o), bench_id('col', o * 10 + 1), bench_id('team', o * 10 + 1),
    'comment', bench_time(9000 + o)
  FROM generate_series(1, 20) o;

-- 10 sites of 4 sections of 3 spaces in each of 20 organizations; 60 sites in each of 5 others.
INSERT INTO sites (id, organization_id, title, published, created_at)
  SELECT bench_id('site', i), bench_id('org', (i - 1) / 10 + 1), 'Site ' || i || ' documentation',
    i % 2 = 0, bench_time(i)
  FROM generate_series(1, 200) i;
INSERT INTO sites (id, organization_id, title, published, created_at)
  SELECT bench_id('site', 1000 + i), bench_id('org', 21 + (i - 1) / 60),
    'Site ' || i || ' of a wide organization', false, bench_time(1000 + i)
  FROM generate_series(1, 300) i;
INSERT INTO site_sections (id, site_id, title, path, is_default, position, created_at)
  SELECT bench_id('sec', i), bench_id('site', (i - 1) / 4 + 1), 'Section ' || i, 'section-' || i,
    (i - 1) % 4 = 0, bench_position((i - 1) % 4), bench_time(i)
  FROM generate_series(1, 800) i;
INSERT INTO site_spaces (id, site_id, section_id, space_id, path, is_default, position, created_at)
  SELECT bench_id('ss', i), bench_id('site', (i - 1) / 12 + 1), bench_id('sec', (i - 1) / 3 + 1),
    bench_id('sp', i), 'space-' || i, (i - 1) % 3 = 0, bench_position((i - 1) % 3), bench_time(i)
  FROM generate_series(1, 2400) i;

-- 10 change requests in each space, 24,000 in the long one, 20 to write to; 5 comments in each.
INSERT INTO change_requests (id, space_id, number, status, subject, created_by_id, created_at,
    updated_at, revision_id, revision_initial_id)
  SELECT bench_id('cr', i), bench_id('sp', space), number,
    (ARRAY['open', 'open', 'draft', 'open', 'archived'])[number % 5 + 1],
    'Change request ' || number || ' updates a page', bench_id('usr', i % 500 + 1), bench_time(i),
    bench_time(i + 1), bench_id('rev', space), bench_id('rev', space)
  FROM (
    SELECT i, (i - 1) / 10 + 1 space, (i - 1) % 10 + 1 number FROM generate_series(1, 24000) i
    UNION ALL
    SELECT 1000000 + i, 900000, i
      FROM generate_series(1, 24000 * current_setting('bench.scale')::bigint) i
    UNION ALL
    SELECT 9000000 + i, 900001, i * 5 FROM generate_series(1, 20) i
  ) x;
INSERT INTO change_request_contributors (change_request_id, user_id, edits, updated_at)
  SELECT id, created_by_id, 0, created_at FROM change_requests;
INSERT INTO comments (id, space_id, change_request_id, posted_by_id, posted_at, markdown, status,
    revision_id)
  SELECT bench_id('cmt', i), bench_id('sp', (request - 1) / 10 + 1), bench_id('cr', request),
    bench_id('usr', i * 7 % 500 + 1), bench_time(i),
    'Comment ' || i || ': I think this paragraph should mention the new navigation and the API.',
    'open', bench_id('rev', (request - 1) / 10 + 1)
  FROM generate_series(1, 120000 * current_setting('bench.scale')::bigint) i,
    LATERAL (SELECT (i - 1) / (5 * current_setting('bench.scale')::bigint) + 1 request) x;

-- Tokens of the admin, of a member with grants and teams, and of a guest.
INSERT INTO api_tokens (id, user_id, label, secret_hash, created_at)
  SELECT bench_id('tok', n), bench_id('usr', n), label,
    encode(sha256(('dg_bench_' || label)::bytea), 'hex'), bench_time(n)
  FROM (VALUES (0, 'admin'), (8, 'member'), (12, 'guest')) x(n, label);
ANALYZE;
