import { SECURITY_LOG_DAYS } from '#domain/privacy/periods.ts'

import { declareTable, declareUserTable, declareSecretTable, OWNED_BY_USER_ID } from './table-rule.ts'

const withAccount = { while: 'the account exists' } as const
const ownFactor = [{ column: 'factor_id', of: 'auth.mfa_factors', key: 'id' }] as const

export const sessionProofsRule = declareTable('auth.mfa_amr_claims', {
	protection: 'personal',
	title: 'Session sign-in methods',
	purpose: 'how a session was signed in',
	person: [{ column: 'session_id', of: 'auth.sessions', key: 'id' }],
	retention: { expires: 'with the session' },
	exported: ['method', 'created_at'],
})

/** Rules of the accounts' tables, children before parents. */
export const accountTables = [
	declareUserTable('auth.sessions', {
		protection: 'secret',
		title: 'Sessions',
		purpose: 'so that a stolen session can be found and ended',
		retention: { expires: 'a day after the session ended' },
		exported: ['aal', 'aal_since', 'user_agent', 'ip', 'created_at', 'updated_at', 'refreshed_at', 'not_after'],
	}),
	declareTable('auth.mfa_challenges', {
		protection: 'secret',
		title: 'Second-factor challenges',
		purpose: 'each challenge to a factor, answered once',
		person: ownFactor,
		retention: { expires: 'when it can no longer be answered' },
		exported: ['ip', 'created_at', 'expires_at'],
	}),
	declareTable('auth.mfa_recovery_codes', {
		protection: 'secret',
		title: 'Recovery codes',
		purpose: 'replace a lost second factor; stored as hashes',
		person: ownFactor,
		retention: withAccount,
		exported: ['used_at'],
	}),
	declareUserTable('auth.mfa_factors', {
		protection: 'secret',
		title: 'Second factors',
		purpose: 'what a sign-in needs in addition to the first factor',
		retention: withAccount,
		exported: ['friendly_name', 'factor_type', 'status', 'phone', 'last_challenged_at', 'created_at', 'updated_at'],
	}),
	declareUserTable('auth.passkeys', {
		protection: 'secret',
		title: 'Passkeys',
		purpose: 'sign-in without a password',
		retention: withAccount,
		exported: ['friendly_name', 'transports', 'created_at', 'last_used_at'],
	}),
	declareUserTable('auth.webauthn_challenges', {
		protection: 'secret',
		title: 'Passkey challenges',
		purpose: 'an answer deletes its row',
		retention: { expires: 'when it can no longer be answered' },
		exported: ['created_at', 'expires_at'],
	}),
	declareUserTable('auth.one_time_tokens', {
		protection: 'secret',
		title: 'Pending codes and links',
		purpose: 'prove an address; stored as hashes',
		retention: { expires: 'an hour after they expired' },
		exported: ['kind', 'address', 'created_at', 'expires_at'],
	}),
	declareUserTable('auth.flow_states', {
		protection: 'secret',
		title: 'Pending sign-ins',
		purpose: 'a sign-in that begins in one place and ends in another',
		retention: { expires: 'after a day' },
		exported: ['authentication_method', 'created_at'],
	}),
	declareTable('auth.external_flows', {
		protection: 'secret',
		title: 'Pending sign-ins through a provider',
		purpose: 'to make sure the browser that comes back is the one that left; states and secrets are stored as hashes',
		person: [
			{ column: 'linking_user_id', holds: 'user-id' },
			{ column: 'invited_user_id', holds: 'user-id' },
		],
		retention: { expires: 'an hour after they expired' },
		exported: ['provider', 'created_at'],
	}),
	declareUserTable('auth.identities', {
		protection: 'personal',
		title: 'Sign-in methods',
		purpose: 'which address or provider leads to the account',
		retention: withAccount,
		exported: ['provider', 'identity_data', 'last_sign_in_at', 'created_at', 'updated_at'],
	}),
	declareTable('auth.audit_log_entries', {
		protection: 'personal',
		title: 'Security log',
		purpose: 'to find misuse of an account',
		person: OWNED_BY_USER_ID,
		retention: { days: SECURITY_LOG_DAYS, clock: 'created_at', byMonth: true },
		exported: ['action', 'outcome', 'payload', 'ip_address', 'user_agent', 'created_at'],
		erased: { clear: { user_id: null, ip_address: '', user_agent: '', payload: '{}' } },
	}),
	declareTable('privacy_requests', {
		protection: 'personal',
		title: 'Privacy requests',
		purpose: 'to answer requests in time',
		person: OWNED_BY_USER_ID,
		retention: { days: SECURITY_LOG_DAYS * 3, clock: 'answered_at' },
		exported: ['kind', 'asked_at', 'due_at', 'erases_at', 'answered_at', 'outcome'],
		erased: { clear: { user_id: null, farewell_message_id: null } },
	}),
	declareTable('auth.address_limits', {
		protection: 'personal',
		title: 'Failed attempts',
		purpose: 'failed tries and emails per address, whether or not it has an account',
		person: null,
		retention: { expires: 'two days after the last failure' },
		exported: 'Stored as a keyed hash, which doesn’t reveal the address.',
		erased: { keep: 'no row names a person, and a deletion must not reset a lock' },
	}),
	declareTable('auth.request_counts', {
		protection: 'personal',
		title: 'Request counters',
		purpose: 'requests per limit and network',
		person: null,
		retention: { expires: 'when their limit resets, by the following night at the latest' },
		exported: 'Stored as a keyed hash, which doesn’t reveal the network.',
		erased: { keep: 'no row names a person, and a deletion must not reset a limit' },
	}),
	declareSecretTable('auth.signing_keys', 'Signing keys', 'sign access tokens'),
	declareSecretTable('auth.server_secrets', 'Server secrets', 'keys of the hashes'),
	declareSecretTable('auth.certificate_keys', 'Certificate keys', 'sign certificates'),
]

/** Rule of the account itself. It comes last: other rows are found through it. */
export const accountRule = declareTable('auth.users', {
	protection: 'secret',
	title: 'Account',
	purpose: 'the account',
	person: [{ column: 'id', holds: 'user-id' }],
	retention: { while: 'its deletion is not requested' },
	exported: [
		'id',
		'email',
		'email_confirmed_at',
		'new_email',
		'phone',
		'phone_confirmed_at',
		'new_phone',
		'raw_user_meta_data',
		'raw_app_meta_data',
		'age_rule_version',
		'last_sign_in_at',
		'created_at',
		'updated_at',
	],
})
