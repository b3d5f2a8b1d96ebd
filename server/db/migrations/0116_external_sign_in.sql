-- Sign-in that goes through somebody else's server (AUTH_WIRE §5.10): what was asked for, until the browser comes back.
create table auth.external_flows (
	id uuid primary key default gen_random_uuid(),
	kind text not null check (kind in ('oauth', 'saml')),
	provider text not null,
	-- The state travels through the provider; the secret stays in the browser that began. Only their hashes are kept.
	state_hash bytea not null unique,
	browser_hash bytea not null,
	redirect_to text not null,
	code_challenge text,
	code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
	-- The account that asked for one more way in.
	linking_user_id uuid references auth.users on delete cascade,
	-- What the provider's answer is checked against: our PKCE verifier and nonce, or the id of a SAML request.
	code_verifier text,
	nonce text,
	request_id text,
	used_at timestamptz,
	expires_at timestamptz not null,
	created_at timestamptz not null default now()
);
create index external_flows_expires_at on auth.external_flows (expires_at);
create index external_flows_linking_user_id on auth.external_flows (linking_user_id);
alter table auth.external_flows enable row level security;
revoke all on auth.external_flows from anon, authenticated;

alter table auth.flow_states
	add column provider text not null default 'email',
	-- The provider's own tokens, sealed, handed out once with the session.
	add column provider_tokens bytea,
	-- A session may not outlive what the identity provider vouches for.
	add column session_not_after timestamptz;
alter table auth.mfa_amr_claims add column provider text;
