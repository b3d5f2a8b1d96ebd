import type { ArchiveRules } from '#server/db/archive/manifest.ts'

const leftOut = {
	'auth.sessions': 'sessions end with the move; everyone signs in again',
	'auth.mfa_amr_claims': 'belongs to sessions',
	'auth.learner_views': 'belongs to sessions',
	'auth.console_sessions': 'sessions of the console',
	'auth.console_setup': 'a pending link',
	'auth.console_invitations': 'a pending link',
	'auth.console_links': 'a pending link',
	'auth.one_time_tokens': 'pending codes and links',
	'auth.flow_states': 'sign-ins under way',
	'auth.external_flows': 'sign-ins under way',
	'auth.saml_assertions': 'pending sign-ins',
	'auth.oauth_authorizations': 'pending sign-ins',
	'auth.wallet_messages': 'pending sign-ins',
	'auth.mfa_challenges': 'pending challenges of a second factor',
	'auth.webauthn_challenges': 'pending challenges of a passkey',
	sms_codes: 'pending codes',
	mailbox_verifications: 'pending links',
	'auth.address_limits': 'rate limits',
	'auth.request_counts': 'rate limits',
	'auth.spent_proofs': 'rate limits',
	'auth.message_budgets': 'rate limits',
	sms_sends: 'rate limits',
	unlinked_uploads: 'deleted files not yet removed from the bucket',
	backups: 'the record of backups on the old machine',
}

/** Tables that only an archive with secrets contains: keys, and data that is useless without them. */
const secretTables = {
	'auth.certificate_keys': 'sign certificates',
	'auth.signing_keys': 'sign access tokens',
	'auth.server_secrets': 'keys for hashing addresses and numbers',
	'auth.mfa_factors': 'second factors',
	'auth.mfa_recovery_codes': 'second factors',
	'auth.passkeys': 'passkeys',
	'auth.oauth_clients': 'secrets of applications',
	'auth.oauth_consents': 'belongs to applications',
	'auth.custom_oauth_providers': 'secrets of sign-in providers',
	service_settings: 'keys of connected services',
	'sandbox_stripe.webhook_secrets': 'secrets of the sandbox',
	mail_suppressions: 'addresses as keyed hashes',
	sms_blocks: 'numbers as keyed hashes',
	supporter_requests: 'addresses as keyed hashes',
}

/** Decides for each table whether an archive contains it. */
export const archiveRules: ArchiveRules = {
	leftOut,
	secretTables,
	secretColumns: { 'auth.users': ['encrypted_password'] },
	files: {
		media_chunks: {
			column: 'data',
			order: 'media_id, variant, number',
			path: `(select 'uploads/media/' || id || '/' || variant || '-' || regexp_replace(name, '[^A-Za-z0-9._-]', '_', 'g')
				from public.media where id = media_id)`,
		},
		job_application_files: {
			column: 'content',
			order: 'application_id',
			path: `'uploads/applications/' || application_id || '.pdf'`,
		},
	},
}
