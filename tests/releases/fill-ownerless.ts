import { sql } from 'kysely'

import type { Deps } from '#server/services/context.ts'

/** Adds rows to tables without an owner that neither a start nor a purchase fills. */
export async function fillOwnerless({ db }: Deps): Promise<void> {
	const rows = [
		sql`insert into auth.address_limits (address_hash, kind, count, window_started_at, last_at) values ('\\x01', 'password', 3, now(), now())`,
		sql`insert into auth.request_counts values ('\\x0a', 3, now() + interval '1 minute')`,
		sql`insert into auth.spent_proofs values ('salt', now() + interval '1 minute')`,
		sql`insert into auth.certificate_keys values ('z6Mk', 'z3u2', 'previous', now())`,
		sql`insert into auth.custom_oauth_providers (identifier, provider_type, name, client_id, client_secret, issuer)
			values ('custom:guild', 'oidc', 'Guild', 'c', '\\x02', 'https://guild.example')`,
		sql`with provider as (insert into auth.sso_providers (entity_id, metadata_xml) values ('https://idp.example', '<x/>') returning id),
			domain as (insert into auth.sso_domains (domain, provider_id) select 'guild.example', id from provider)
			insert into auth.saml_assertions select id, '\\x03', now() from provider`,
		sql`insert into auth.wallet_messages (message_hash) values ('\\x04')`,
		sql`insert into backups (taken_at, folder, megabytes) values (now(), '/backups/monday', 60)`,
		sql`insert into daily_metrics (part, figure, of, day, amount) values ('accounts', 'opened', '', current_date - 1, 2) on conflict do nothing`,
		sql`insert into discount_codes (code, percent, offer_codes) values ('AUTUMN', 10, '{lifetime}')`,
		sql`insert into import_columns (head_hash, columns, used_at) values (sha256('email'), '{}', now())`,
		sql`insert into invoice_series values ('INV-2026-', 2026, 1, now()) on conflict do nothing`,
		sql`insert into lifecycle_rules values ('after-checkout', true, now())`,
		sql`insert into mail_suppressions (address_key, reason) values ('\\x05', 'complaint')`,
		sql`insert into lesson_revisions values (1, 'a-lesson', sha256('a'), now())`,
		sql`with picture as (insert into media (kind, name, alt, width, height, bytes, created_at) values ('picture', 'sky.svg', 'Sky', 1, 1, 1, now()) returning id),
			file as (insert into media_files select id, 0, 'image/svg+xml', 1, sha256('s') from picture returning media_id)
			insert into media_chunks select media_id, 0, 0, 's' from file`,
		sql`insert into article_announcements values ('an-article', 1)`,
		sql`insert into newsletter_issues (subject, body, created_at, changed_at) values ('Hello', 'A letter.', now(), now())`,
		sql`insert into payment_event_cursors values ('sandbox', false, now()) on conflict do nothing`,
		sql`insert into service_settings (name, sealed, is_pending, changed_at) values ('GOTRUE_SMTP_SENDER_NAME', '\\x06', false, now())`,
		sql`insert into sandbox_stripe.webhook_faults values ('duplicate', now())`,
		sql`insert into sandbox_stripe.webhook_secrets values ('whsec_fixture', now())`,
		sql`insert into saved_audiences (name, segment, created_at, changed_at) values ('Buyers', '{"bought": "yes"}', now(), now())`,
		sql`insert into saved_answers (title, body, created_at) values ('Refunds', 'Within thirty days.', now())`,
		sql`insert into sms_blocks (phone_key, stream, reason) values ('\\x06', 'codes', 'stop')`,
		sql`insert into sms_sends (message_id, is_code, user_key, phone_key, prefix_key, country, sent_at)
			values (gen_random_uuid(), true, '\\x07', '\\x08', '\\x09', 'US', now())`,
		sql`insert into unlinked_uploads values ('2026/clip.mp4', now())`,
		sql`insert into visit_counts values (current_date, 'visit', 'direct', 3) on conflict do nothing`,
	]
	for (const row of rows) await row.execute(db)
}

/** Publishes an edit of the site's name as the console does. */
export async function publishEdit({ db }: Deps, path: string, text: { origin: string; edited: string }): Promise<void> {
	await sql`insert into content_versions (path, body, origin, created_at, published_at)
		values (${path}, ${text.edited}, ${text.origin}, now(), now())`.execute(db)
	await sql`insert into content_releases (edits, created_at) values (${JSON.stringify({ [path]: text.edited })}::jsonb, now())`.execute(db)
}
