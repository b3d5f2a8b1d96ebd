-- Signing in to the operator's console.

create table auth.console_setup (
	-- At most one row.
	id boolean not null default true,
	-- SHA-256 of the token; null once the link was used.
	token_hash bytea,
	expires_at timestamptz,
	first_steps_hidden_at timestamptz,

	constraint console_setup_pkey primary key (id),
	constraint console_setup_id_check check (id),
	constraint console_setup_token_hash_check check (octet_length(token_hash) = 32),
	constraint console_setup_check check ((token_hash is null) = (expires_at is null))
);
comment on table auth.console_setup is
	'First setup of the academy: the one-time link that a start prints while there is no operator, and the first-steps card. At most '
	'one row.';
alter table auth.console_setup enable row level security;

create table auth.console_invitations (
	id uuid not null default auth.uuid_v7(),
	email text not null,
	role text not null,
	-- SHA-256 of the token in the newest email.
	token_hash bytea not null,
	invited_by uuid,
	created_at timestamptz not null,
	sent_at timestamptz not null,
	expires_at timestamptz not null,

	constraint console_invitations_pkey primary key (id),
	constraint console_invitations_email_key unique (email),
	constraint console_invitations_token_hash_key unique (token_hash),
	constraint console_invitations_invited_by_fkey foreign key (invited_by) references auth.users (id) on delete cascade,
	constraint console_invitations_email_check check (email = lower(email)),
	constraint console_invitations_role_check check (role in ('operator', 'support')),
	constraint console_invitations_token_hash_check check (octet_length(token_hash) = 32)
);
comment on table auth.console_invitations is
	'People invited to the console who have not accepted yet. A new link replaces the previous one.';
create index console_invitations_of_inviter on auth.console_invitations (invited_by) where invited_by is not null;
create index console_invitations_expires on auth.console_invitations (expires_at);
alter table auth.console_invitations enable row level security;

create table auth.console_links (
	-- SHA-256 of the token.
	token_hash bytea not null,
	-- Checked at commit: for an address without a role the same row is written and rolled back, so that timing reveals
	-- nothing.
	user_id uuid not null,
	created_at timestamptz not null,
	expires_at timestamptz not null,

	constraint console_links_pkey primary key (token_hash),
	constraint console_links_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade deferrable initially deferred,
	constraint console_links_token_hash_check check (octet_length(token_hash) = 32)
);
comment on table auth.console_links is
	'Sign-in links to the console sent by mail. Several can be valid at once, so that one request cannot end another''s link.';
create index console_links_of_user on auth.console_links (user_id, created_at desc);
create index console_links_expires on auth.console_links (expires_at);
alter table auth.console_links enable row level security;

create table auth.console_sessions (
	-- SHA-256 of the cookie.
	token_hash bytea not null,
	session_id uuid not null,
	created_at timestamptz not null,
	seen_at timestamptz not null,
	-- Time when the second factor was last used; null before the first time.
	proven_at timestamptz,

	constraint console_sessions_pkey primary key (token_hash),
	constraint console_sessions_session_id_key unique (session_id),
	constraint console_sessions_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade,
	constraint console_sessions_token_hash_check check (octet_length(token_hash) = 32)
);
comment on table auth.console_sessions is
	'Console sessions. Each depends on an account session and ends with it: a new password, a ban or "sign out everywhere" closes the '
	'console too.';
create index console_sessions_seen on auth.console_sessions (seen_at);
alter table auth.console_sessions enable row level security;

create table auth.learner_views (
	id uuid not null default gen_random_uuid(),
	-- The operator's session.
	session_id uuid not null,
	-- The learner whose pages are shown.
	user_id uuid not null,
	created_at timestamptz not null,
	ends_at timestamptz not null,

	constraint learner_views_pkey primary key (id),
	constraint learner_views_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade,
	constraint learner_views_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table auth.learner_views is
	'Read-only views of a learner''s own pages by an operator. A view ends with the operator''s session and with the learner''s account.';
create index learner_views_session on auth.learner_views (session_id, user_id);
create index learner_views_user on auth.learner_views (user_id);
create index learner_views_end on auth.learner_views (ends_at);
alter table auth.learner_views enable row level security;

-- True if a view is open: not expired or ended, its learner can sign in, and its session has the second factor and belongs to an account
-- that is still an operator.
create function auth.is_view_open(view uuid, learner uuid, at timestamptz) returns boolean
	language sql stable security definer set search_path = '' as $$
	select exists (
		select from auth.learner_views v
		join auth.sessions s on s.id = v.session_id and s.aal = 'aal2' and (s.not_after is null or s.not_after > at)
		join auth.users o on o.id = s.user_id and o.deleted_at is null and (o.banned_until is null or o.banned_until <= at)
			and o.raw_app_meta_data ->> 'role' = 'operator'
		join auth.users u on u.id = v.user_id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= at)
		where v.id = view and v.user_id = learner and v.ends_at > at)
$$;
revoke execute on function auth.is_view_open(uuid, uuid, timestamptz) from public;

-- Ends the console sessions and links of an account that loses its role or is banned, so that none of them works again later.
create function auth.end_console_sessions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
	delete from auth.sessions where user_id = new.id and id in (select session_id from auth.console_sessions);
	delete from auth.console_links where user_id = new.id;
	return null;
end
$$;
revoke execute on function auth.end_console_sessions() from public;
create trigger users_role_ended after update of raw_app_meta_data on auth.users for each row
	when (old.raw_app_meta_data ->> 'role' is not null
		and old.raw_app_meta_data ->> 'role' is distinct from new.raw_app_meta_data ->> 'role')
	execute function auth.end_console_sessions();
create trigger users_banned after update of banned_until on auth.users for each row
	when (new.banned_until is not null and new.banned_until is distinct from old.banned_until)
	execute function auth.end_console_sessions();
