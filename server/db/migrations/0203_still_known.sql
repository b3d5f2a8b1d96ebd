-- What a certificate says is still known, where its owner wants that: what was counted, when, and the signed statement, byte for byte.
alter table public.certificates
	add column still_known jsonb,
	add column still_known_at timestamptz,
	add column still_known_statement json,
	add check ((still_known is null) = (still_known_at is null) and (still_known is null) = (still_known_statement is null));
