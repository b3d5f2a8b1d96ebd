-- GoTrue's refresh of classic tokens: 21 statements, six of them writes, in the order of its token service. It reads the
-- account with its identities and factors, and the session with its methods, before the transaction and again within it, after
-- the locks. pgbench keeps no cookie, so the token is found by its session. Clients never share a session.
\set n random(1, :per_client) * :clients - :client_id
select token, user_id as account, session_id as session from gotrue_model.refresh_tokens
where session_id = ('00000000-0000-4000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid and revoked = false limit 1 \gset
select * from gotrue_model.users where instance_id = '00000000-0000-0000-0000-000000000000' and id = :account::uuid limit 1;
select * from gotrue_model.identities where user_id = :account::uuid;
select * from gotrue_model.mfa_factors where user_id = :account::uuid;
select * from gotrue_model.sessions where id = :session::uuid limit 1;
select * from gotrue_model.mfa_amr_claims where session_id = :session::uuid;
begin;
select * from gotrue_model.refresh_tokens where token = :token limit 1 for update skip locked;
select * from gotrue_model.refresh_tokens where token = :token limit 1;
select * from gotrue_model.users where instance_id = '00000000-0000-0000-0000-000000000000' and id = :account::uuid limit 1;
select * from gotrue_model.identities where user_id = :account::uuid;
select * from gotrue_model.mfa_factors where user_id = :account::uuid;
select * from gotrue_model.sessions where id = :session::uuid limit 1 for update skip locked;
select * from gotrue_model.sessions where id = :session::uuid limit 1;
select * from gotrue_model.mfa_amr_claims where session_id = :session::uuid;
insert into gotrue_model.audit_log_entries (instance_id, id, payload, created_at, ip_address)
values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), json_build_object('action', 'token_refreshed', 'actor_id', :account::text, 'log_type', 'token', 'actor_via_sso', false), now(), '');
insert into gotrue_model.audit_log_entries (instance_id, id, payload, created_at, ip_address)
values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), json_build_object('action', 'token_revoked', 'actor_id', :account::text, 'log_type', 'token', 'actor_via_sso', false), now(), '');
update gotrue_model.refresh_tokens set revoked = true, updated_at = now() where token = :token;
insert into gotrue_model.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
values ('00000000-0000-0000-0000-000000000000', left(md5(:token::text || random()::text), 12), :account, false, now(), now(), :token, :session::uuid);
update gotrue_model.users set last_sign_in_at = now(), updated_at = now() where id = :account::uuid;
select * from gotrue_model.sessions where id = :session::uuid limit 1;
update gotrue_model.sessions set refreshed_at = now(), updated_at = now(), user_agent = 'bench', ip = '127.0.0.1' where id = :session::uuid;
commit;
