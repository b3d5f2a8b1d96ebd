// asvs V14.2.4
// regression incomplete-export
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { plugins } from '#server/process/plugins.ts'
import { samples } from '#tests/plugins/samples.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { listTableRules } from './registry.ts'

const registry = listTableRules(plugins)

/** Internal tables of the job queue; our own data is in pgboss.job. */
const IS_BOOKKEEPING = /^pgboss\.(?!job$)/

async function readCatalog() {
	const { deps } = await makeTestDeps()
	const { rows } = await sql<{ table: string; columns: string[] }>`
		select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as table,
			array_agg(a.attname::text order by a.attnum) as columns
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where c.relkind in ('r', 'p') and not c.relispartition and c.relname !~ '^_'
			and n.nspname not in ('pg_catalog', 'information_schema')
		group by 1 order by 1`.execute(deps.db)
	return new Map(rows.filter(({ table }) => !IS_BOOKKEEPING.test(table)).map(({ table, columns }) => [table, columns]))
}

test('the registry lists exactly the tables of the database', async () => {
	const catalog = await readCatalog()
	expect(registry.map(({ table }) => table as string).toSorted()).toEqual([...catalog.keys()].toSorted())
})

test('every column that references an account or address leads to its person', async () => {
	const catalog = await readCatalog()
	const unreached = registry
		.filter(({ person }) => person === null)
		.filter(({ table }) => catalog.get(table)?.some((column) => /^(user_id|email|phone|to_address|to_phone|learner_name)$/.test(column)))
	expect(unreached.map(({ table }) => table)).toEqual([])
})

test('every registered column exists, and no secret is exported', async () => {
	const catalog = await readCatalog()
	for (const { table, exported, erased, retention } of registry) {
		const columns = catalog.get(table) ?? []
		const copied = typeof exported === 'string' ? [] : exported
		const named = [...copied, ...('clear' in Object(erased) ? Object.keys((erased as { clear: object }).clear) : [])]
		if ('clock' in retention) named.push(retention.clock)
		const secrets = copied.filter((column) => /hash|secret|password|refresh_key|public_key|token|_url$|^url$/.test(column))
		expect({ table, unknown: named.filter((column) => !columns.includes(column)), secrets }).toEqual({ table, unknown: [], secrets: [] })
	}
})

/**
 * Columns excluded from a person's copy: keys, hashes and internal notes. Every new column needs a decision: here or in
 * `exported`.
 */
const LEFT_OUT: Record<string, string> = {
	lesson_quiz_attempts: 'attempt_id',
	planner_weeks: 'bytes',
	certificates: 'position course_code opener_course_ids opener_module_ids',
	sms_course_events: 'message_id',
	sms_messages: 'dedupe_key attempts provider_id',
	sms_codes: 'message_id code_hash last_failure_at',
	outbox_messages: 'body body_html dedupe_key attempts provider_id last_error headers claimed_by unconfirmed_attempts issue_id',
	newsletter_subscriptions: 'confirm_hash confirm_expires_at created_at',
	subscriber_import_rows: 'import_id line typed note',
	subscriber_imports: 'encoding created_by content columns',
	ticket_messages: 'ticket_id author_id message_id',
	learner_notes: 'author_id',
	learner_tags: 'key',
	support_tickets: 'assigned_to first_due_at first_answered_at',
	mailbox_verifications: 'token_hash copies',
	job_application_files: 'application_id sha256 has_active_content',
	discount_redemptions: 'held_until',
	refund_requests: 'policy_version provider_payment_id decided_by override_reason expected_from expected_by failure_reason updated_at',
	checkout_sessions: 'attempt url as_of',
	bank_transfer_refunds: 'checkout_id request_ref',
	bank_transfers: 'attempt livemode',
	invoices: 'series year sequence corrects tax_kind tax_rate tax_reason seller livemode supplied_at replaced_by tax_name tax_country',
	payments: 'as_of',
	refunds: 'provider_payment_id request_ref failure_reason as_of',
	disputes: 'provider_payment_id evidence_due_by as_of',
	early_access_requests: 'is_wanted',
	payment_events: 'provider event_id livemode api_version deliveries processed_at last_error',
	orders: 'product_code provider livemode buyer_key abandoned_at updated_at refund_policy_version person_erased_at',
	'auth.mfa_amr_claims': 'session_id provider',
	'auth.sessions': 'factor_id refresh_key refresh_counter oauth_client_id scopes is_first_party proven_at',
	'auth.mfa_challenges': 'factor_id code_hash webauthn_challenge wrong_codes',
	'auth.mfa_recovery_codes': 'factor_id code_hash',
	'auth.mfa_factors': 'secret last_totp_step credential_id public_key sign_count transports',
	'auth.passkeys': 'credential_id public_key sign_count',
	'auth.webauthn_challenges': 'challenge',
	'auth.one_time_tokens': 'code_hash link_hash wrong_codes drops_password flow_state_id pending_profile wrong_codes_at',
	'auth.flow_states': 'code_challenge code_challenge_method auth_code_hash auth_code_issued_at provider provider_tokens session_not_after',
	'auth.external_flows':
		'kind state_hash browser_hash redirect_to code_challenge code_challenge_method linking_user_id code_verifier nonce request_id used_at expires_at invited_user_id linking_session_id',
	'auth.identities': 'provider_id',
	privacy_requests: 'farewell_at farewell_message_id',
	'auth.users':
		'aud role encrypted_password invited_at confirmation_sent_at recovery_sent_at email_change_sent_at email_change_confirmations phone_change_sent_at reauthentication_sent_at is_anonymous is_sso_user banned_until deleted_at finished_lessons last_active_at',
}
const KEYS = ['id', 'user_id']

test('every column of an exported table is exported or deliberately left out', async () => {
	const catalog = await readCatalog()
	const left = registry.flatMap(({ table, exported }) => {
		if (typeof exported === 'string') return []
		const columns = (catalog.get(table) ?? []).filter((column) => !exported.includes(column) && !KEYS.includes(column))
		return columns.length > 0 ? [[table, columns.join(' ')]] : []
	})
	expect(Object.fromEntries(left)).toEqual(Object.assign({}, LEFT_OUT, ...samples.map(({ leftOut }) => leftOut)))
})

test('tables are ordered so that children are deleted before their parents', async () => {
	const { deps } = await makeTestDeps()
	const { rows } = await sql<{ child: string; parent: string }>`
		select distinct case when cn.nspname = 'public' then c.relname else cn.nspname || '.' || c.relname end as child,
			case when pn.nspname = 'public' then p.relname else pn.nspname || '.' || p.relname end as parent
		from pg_constraint k
		join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
		join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
		where k.contype = 'f' and k.conrelid <> k.confrelid and cn.nspname <> 'pgboss'`.execute(deps.db)
	const place = (name: string) => registry.findIndex(({ table }) => table === name)
	expect(rows.filter(({ child, parent }) => place(child) > place(parent))).toEqual([])
	expect(rows.length).toBeGreaterThan(20)
})
