// Generated from the database schema by scripts/generate-row-types.ts. Do not edit: run `npm run row-types`.
import type { ColumnType } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue | undefined }

/** Optional on insert. */
type Generated<T> =
	T extends ColumnType<infer Select, infer Insert, infer Update>
		? ColumnType<Select, Insert | undefined, Update>
		: ColumnType<T, T | undefined, T>
/** Written by the database only. */
type Computed<T> = ColumnType<T, never, never>
type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Written as JSON text or as an object. The driver turns a bare array into a PostgreSQL array: stringify those. */
type Json = ColumnType<JsonValue, string | { [key: string]: JsonValue | undefined }, string | { [key: string]: JsonValue | undefined }>

export type AuthAddressLimitsTable = {
	address_hash: Buffer
	kind: 'password' | 'code' | 'code-anywhere' | 'mail'
	count: Generated<number>
	window_started_at: Timestamp
	last_at: Timestamp
	locked_until: Timestamp | null
}

export type AuthAuditLogEntriesTable = {
	id: Generated<string>
	action: string
	outcome: 'success' | 'failure'
	user_id: string | null
	payload: Generated<Json>
	ip_address: Generated<string>
	user_agent: Generated<string>
	created_at: Generated<Timestamp>
}

export type AuthCertificateKeysTable = {
	public_multibase: string
	secret_multibase: string
	status: 'current' | 'previous' | 'revoked'
	created_at: Timestamp
}

export type AuthConsoleInvitationsTable = {
	id: Generated<string>
	email: string
	role: 'operator' | 'support'
	token_hash: Buffer
	invited_by: string | null
	created_at: Timestamp
	sent_at: Timestamp
	expires_at: Timestamp
}

export type AuthConsoleLinksTable = {
	token_hash: Buffer
	user_id: string
	created_at: Timestamp
	expires_at: Timestamp
}

export type AuthConsoleSessionsTable = {
	token_hash: Buffer
	session_id: string
	created_at: Timestamp
	seen_at: Timestamp
	proven_at: Timestamp | null
}

export type AuthConsoleSetupTable = {
	id: Generated<boolean>
	token_hash: Buffer | null
	expires_at: Timestamp | null
	first_steps_hidden_at: Timestamp | null
}

export type AuthCustomOauthProvidersTable = {
	id: Generated<string>
	identifier: string
	provider_type: 'oauth2' | 'oidc'
	name: string
	client_id: string
	client_secret: Buffer
	acceptable_client_ids: Generated<string[]>
	scopes: Generated<string[]>
	custom_claims_allowlist: Generated<string[]>
	pkce_enabled: Generated<boolean>
	attribute_mapping: Generated<Json>
	authorization_params: Generated<Json>
	enabled: Generated<boolean>
	email_optional: Generated<boolean>
	issuer: string | null
	discovery_url: string | null
	authorization_url: string | null
	token_url: string | null
	userinfo_url: string | null
	discovery_document: Json | null
	created_at: Generated<Timestamp>
	updated_at: Generated<Timestamp>
}

export type AuthExternalFlowsTable = {
	id: Generated<string>
	kind: 'oauth' | 'saml'
	provider: string
	state_hash: Buffer
	browser_hash: Buffer
	redirect_to: string
	code_challenge: string | null
	code_challenge_method: 's256' | 'plain' | null
	linking_user_id: string | null
	code_verifier: string | null
	nonce: string | null
	request_id: string | null
	used_at: Timestamp | null
	expires_at: Timestamp
	created_at: Generated<Timestamp>
	invited_user_id: string | null
	linking_session_id: string | null
}

export type AuthFlowStatesTable = {
	id: Generated<string>
	user_id: string | null
	code_challenge: string
	code_challenge_method: 's256' | 'plain'
	authentication_method: string
	auth_code_hash: Buffer | null
	auth_code_issued_at: Timestamp | null
	created_at: Generated<Timestamp>
	provider: Generated<string>
	provider_tokens: Buffer | null
	session_not_after: Timestamp | null
}

export type AuthIdentitiesTable = {
	id: Generated<string>
	provider: string
	provider_id: string
	user_id: string
	identity_data: Generated<Json>
	last_sign_in_at: Timestamp | null
	created_at: Generated<Timestamp>
	updated_at: Generated<Timestamp>
}

export type AuthLearnerViewsTable = {
	id: Generated<string>
	session_id: string
	user_id: string
	created_at: Timestamp
	ends_at: Timestamp
}

export type AuthMfaAmrClaimsTable = {
	session_id: string
	method: string
	created_at: Generated<Timestamp>
	provider: string | null
}

export type AuthMfaChallengesTable = {
	id: Generated<string>
	factor_id: string
	ip: string
	code_hash: Buffer | null
	webauthn_challenge: string | null
	expires_at: Timestamp
	created_at: Generated<Timestamp>
	wrong_codes: Generated<number>
}

export type AuthMfaFactorsTable = {
	id: Generated<string>
	user_id: string
	friendly_name: Generated<string>
	factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
	status: Generated<'unverified' | 'verified'>
	secret: Buffer | null
	last_totp_step: number | null
	phone: string | null
	credential_id: string | null
	public_key: Buffer | null
	sign_count: Generated<number>
	transports: Generated<string[]>
	last_challenged_at: Timestamp | null
	created_at: Generated<Timestamp>
	updated_at: Generated<Timestamp>
}

export type AuthMfaRecoveryCodesTable = {
	factor_id: string
	code_hash: Buffer
	used_at: Timestamp | null
}

export type AuthOauthAuthorizationsTable = {
	id: string
	client_id: string
	user_id: string | null
	redirect_uri: string
	scope: string
	state: string | null
	nonce: string | null
	code_challenge: string
	asks_again: Generated<boolean>
	status: Generated<'pending' | 'approved' | 'denied'>
	code_hash: Buffer | null
	code_expires_at: Timestamp | null
	signed_in_at: Timestamp | null
	redeemed_at: Timestamp | null
	session_id: string | null
	expires_at: Timestamp
	created_at: Generated<Timestamp>
	learner_session_id: string | null
}

export type AuthOauthClientsTable = {
	id: Generated<string>
	client_name: string
	client_uri: string | null
	logo_uri: string | null
	client_type: 'public' | 'confidential'
	token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'client_secret_post'
	registration_type: 'manual' | 'dynamic'
	secret_hash: Buffer | null
	redirect_uris: string[]
	grant_types: string[]
	scope: string | null
	created_at: Generated<Timestamp>
	updated_at: Generated<Timestamp>
}

export type AuthOauthConsentsTable = {
	user_id: string
	client_id: string
	scopes: string[]
	granted_at: Generated<Timestamp>
}

export type AuthOneTimeTokensTable = {
	id: Generated<string>
	user_id: string
	kind: 'confirmation' | 'recovery' | 'email_change_new' | 'email_change_current' | 'sms' | 'phone_change' | 'reauthentication'
	address: string
	code_hash: Buffer
	link_hash: Buffer
	wrong_codes: Generated<number>
	drops_password: Generated<boolean>
	flow_state_id: string | null
	expires_at: Timestamp
	created_at: Generated<Timestamp>
	told: Json | null
	wrong_codes_at: Generated<Json>
}

export type AuthPasskeysTable = {
	id: Generated<string>
	user_id: string
	credential_id: string
	public_key: Buffer
	sign_count: Generated<number>
	transports: Generated<string[]>
	friendly_name: Generated<string>
	created_at: Generated<Timestamp>
	last_used_at: Timestamp | null
}

export type AuthSamlAssertionsTable = {
	provider_id: string
	assertion_hash: Buffer
	expires_at: Timestamp
}

export type AuthServerSecretsTable = {
	name: string
	secret: Buffer
	created_at: Generated<Timestamp>
}

export type AuthSessionsTable = {
	id: Generated<string>
	user_id: string
	aal: Generated<'aal1' | 'aal2'>
	factor_id: string | null
	refresh_key: Buffer
	refresh_counter: Generated<number>
	refreshed_at: Timestamp | null
	not_after: Timestamp | null
	user_agent: Generated<string>
	ip: Generated<string>
	created_at: Generated<Timestamp>
	updated_at: Generated<Timestamp>
	aal_since: Generated<Timestamp>
	oauth_client_id: string | null
	scopes: string | null
	of_our_pages: Generated<boolean>
	proven_at: Timestamp | null
}

export type AuthSigningKeysTable = {
	kid: string
	alg: string
	status: 'standby' | 'current' | 'previous' | 'revoked'
	private_jwk: Json
	created_at: Generated<Timestamp>
	status_since: Generated<Timestamp>
}

export type AuthSsoDomainsTable = {
	domain: string
	provider_id: string
	created_at: Generated<Timestamp>
}

export type AuthSsoProvidersTable = {
	id: Generated<string>
	entity_id: string
	metadata_xml: string
	metadata_url: string | null
	metadata_checked_at: Generated<Timestamp>
	attribute_mapping: Generated<Json>
	name_id_format: string | null
	disabled: Generated<boolean>
	allow_idp_initiated: Generated<boolean>
	created_at: Generated<Timestamp>
	updated_at: Generated<Timestamp>
}

export type AuthUsersTable = {
	id: Generated<string>
	aud: Generated<string>
	role: Generated<string>
	email: string | null
	encrypted_password: string | null
	email_confirmed_at: Timestamp | null
	invited_at: Timestamp | null
	confirmation_sent_at: Timestamp | null
	recovery_sent_at: Timestamp | null
	new_email: string | null
	email_change_sent_at: Timestamp | null
	email_change_confirmations: Generated<number>
	phone: string | null
	phone_confirmed_at: Timestamp | null
	new_phone: string | null
	phone_change_sent_at: Timestamp | null
	reauthentication_sent_at: Timestamp | null
	last_sign_in_at: Timestamp | null
	raw_app_meta_data: Generated<Json>
	raw_user_meta_data: Generated<Json>
	is_anonymous: Generated<boolean>
	is_sso_user: Generated<boolean>
	banned_until: Timestamp | null
	deleted_at: Timestamp | null
	created_at: Generated<Timestamp>
	updated_at: Generated<Timestamp>
	age_rule_version: string | null
}

export type AuthWalletMessagesTable = {
	message_hash: Buffer
	created_at: Generated<Timestamp>
}

export type AuthWebauthnChallengesTable = {
	id: Generated<string>
	user_id: string | null
	challenge: string
	expires_at: Timestamp
	created_at: Generated<Timestamp>
}

export type SandboxStripeEventsTable = {
	id: string
	type: string
	body: string
	created_at: Timestamp
	attempts: Generated<number>
	delivered_at: Timestamp | null
	last_error: string | null
}

export type SandboxStripeIdempotencyKeysTable = {
	key: string
	request_hash: string
	status: number | null
	response: Json | null
	created_at: Timestamp
}

export type SandboxStripeObjectsTable = {
	id: string
	kind: string
	body: Json
	created_at: Timestamp
}

export type SandboxStripeWebhookFaultsTable = {
	fault: 'delay' | 'drop' | 'duplicate' | 'reorder' | 'corrupt'
	since: Timestamp
}

export type SandboxStripeWebhookSecretsTable = {
	secret: string
	created_at: Timestamp
}

export type BackupsTable = {
	id: Generated<string>
	taken_at: Timestamp
	folder: string | null
	megabytes: number | null
}

export type BankTransferRefundsTable = {
	id: string
	checkout_id: string
	order_id: string
	request_ref: string
	amount_cents: number
	created_at: Timestamp
	sent_at: Timestamp | null
}

export type BankTransfersTable = {
	checkout_id: string
	order_id: string
	attempt: number
	reference: string
	livemode: boolean
	currency: string
	subtotal_cents: number
	discount_cents: number
	total_cents: number
	discount_code: string | null
	consent_version: string | null
	accepted_at: Timestamp | null
	created_at: Timestamp
	expires_at: Timestamp
	closed_at: Timestamp | null
	paid_at: Timestamp | null
}

export type BulkJobsTable = {
	id: Generated<string>
	action: string
	user_id: string | null
	role: 'operator' | 'support'
	reason: string | null
	state: Generated<'preview' | 'running' | 'canceled' | 'done'>
	created_at: Timestamp
	started_at: Timestamp | null
	ended_at: Timestamp | null
}

export type BulkRowsTable = {
	job_id: string
	place: number
	object_kind: string
	object_id: string
	outcome: 'done' | 'skipped' | 'failed' | null
	note: string | null
}

export type CertificatesTable = {
	id: Generated<string>
	position: Generated<number>
	user_id: string
	course_code: string
	course_name: string
	learner_name: string
	issued_at: Timestamp
	credential: Json
	revoked_at: Timestamp | null
	revoked_reason: 'access-ended' | 'issued-in-error' | null
	still_known: Json | null
	still_known_at: Timestamp | null
	still_known_statement: Json | null
	course_id: Generated<string>
}

export type CheckoutSessionsTable = {
	provider_session_id: string
	order_id: string
	attempt: number
	url: string
	state: 'open' | 'complete' | 'expired'
	payment_status: 'unpaid' | 'paid' | 'no_payment_required'
	expires_at: Timestamp
	as_of: Timestamp
}

export type ContentReleasesTable = {
	number: Computed<number>
	edits: Json
	note: Generated<string>
	author_id: string | null
	created_at: Timestamp
}

export type ContentVersionsTable = {
	id: Generated<string>
	path: string
	body: string | null
	origin: string
	author_id: string | null
	created_at: Timestamp
	published_at: Timestamp | null
	autosaved_since: Timestamp | null
}

export type DayMarksTable = {
	part: string
	day: string
}

export type DaySumsTable = {
	part: string
	figure: string
	of: string
	day: string
	amount: number
}

export type DiscountCodesTable = {
	code: string
	percent: number | null
	amount_off_cents: number | null
	offer_codes: string[]
	expires_at: Timestamp | null
	total_limit: number | null
	per_email_limit: number | null
	created_at: Generated<Timestamp>
	starts_at: Timestamp | null
	ended_at: Timestamp | null
	changed_at: Generated<Timestamp>
}

export type DiscountRedemptionsTable = {
	order_id: string
	code: string
	email: string | null
	state: 'held' | 'redeemed' | 'released'
	held_until: Timestamp
	redeemed_at: Timestamp | null
}

export type DisputesTable = {
	provider_dispute_id: string
	order_id: string
	provider_payment_id: string
	amount_cents: number
	status: string
	reason: string
	evidence_due_by: Timestamp | null
	as_of: Timestamp
}

export type DownloadsTable = {
	id: Generated<string>
	order_id: string
	user_id: string | null
	document: string
	format: 'pdf' | 'docx' | 'xlsx' | 'csv'
	first_at: Timestamp
	last_at: Timestamp
	times: Generated<number>
}

export type EarlyAccessRequestsTable = {
	id: Generated<string>
	email: string
	module_id: number
	user_id: string | null
	created_at: Generated<Timestamp>
	due_at: Timestamp | null
	told_at: Timestamp | null
}

export type EntitlementsTable = {
	id: Generated<string>
	order_id: string
	product_code: string
	user_id: string | null
	email: string
	state: Generated<'active' | 'suspended' | 'revoked'>
	granted_at: Timestamp
	course_ids: Generated<string[]>
	module_ids: Generated<number[]>
}

export type FilledExercisesTable = {
	user_id: string
	module_id: number
	lesson_id: string
	exercise_id: string
	title: string
	fields: Json
	bytes: Computed<number>
	stored_at: Generated<Timestamp>
}

export type ImportColumnsTable = {
	head_hash: Buffer
	columns: Json
	used_at: Timestamp
}

export type InvoiceSeriesTable = {
	series: string
	year: number
	last_number: number
	last_issued_at: Timestamp
}

export type InvoicesTable = {
	id: Generated<string>
	kind: 'invoice' | 'credit_note'
	number: string
	series: string
	year: number
	sequence: number
	order_id: string
	corrects: string | null
	currency: string
	net_cents: number
	tax_cents: number
	gross_cents: number
	tax_kind: 'included' | 'reverse_charge' | 'zero_rated' | 'exempt' | 'not_subject'
	tax_rate: number
	tax_reason: string | null
	item: string
	item_note: string | null
	seller: Json
	buyer: Json
	livemode: boolean
	issued_at: Timestamp
	supplied_at: Timestamp
	replaced_by: string | null
	tax_name: string | null
	tax_country: string | null
}

export type JobApplicationFilesTable = {
	application_id: string
	file_name: string
	size_bytes: number
	sha256: Buffer
	has_active_content: boolean
	content: Buffer
}

export type JobApplicationsTable = {
	id: Generated<string>
	position: string | null
	name: string
	email: string
	message: string
	status: Generated<'new' | 'answered' | 'closed'>
	created_at: Generated<Timestamp>
}

export type LessonMemoriesTable = {
	user_id: string
	module_id: number
	lesson_id: string
	questions: Json
	bytes: Computed<number>
	stored_at: Generated<Timestamp>
}

export type LessonQuizAttemptsTable = {
	user_id: string
	attempt_id: string
	module_id: number
	lesson_id: string
	answers: Json
	score: number
	total: number
	attempted_at: Generated<Timestamp>
}

export type LessonTextsTable = {
	module_id: number
	lesson_id: string
	text_hash: Buffer
	seen_at: Timestamp
}

export type LifecycleRulesTable = {
	name: string
	is_on: boolean
	changed_at: Timestamp
}

export type ListChoicesTable = {
	user_id: string
	list: string
	hidden: Generated<string[]>
	page_rows: number
}

export type MailSuppressionsTable = {
	address_key: Buffer
	reason: 'hard-bounce' | 'complaint'
	message_id: string | null
	created_at: Generated<Timestamp>
}

export type MailboxProofsTable = {
	token_hash: Buffer
	email: string
	copies: Generated<number>
	created_at: Timestamp
	expires_at: Timestamp
}

export type MediaTable = {
	id: Generated<string>
	kind: 'picture' | 'video' | 'captions'
	name: string
	alt: string
	width: number | null
	height: number | null
	bytes: number
	video_id: string | null
	language: string | null
	uploader_id: string | null
	created_at: Timestamp
}

export type MediaChunksTable = {
	media_id: string
	variant: number
	number: number
	data: Buffer
}

export type MediaFilesTable = {
	media_id: string
	variant: number
	content_type: string
	bytes: number
	checksum: Buffer
}

export type ModuleFeedbackTable = {
	id: Generated<string>
	module_id: number
	is_helpful: boolean
	suggestion: string | null
	user_id: string | null
	created_at: Generated<Timestamp>
}

export type NewsletterIssuesTable = {
	article_slug: string
	recipients: number
	created_at: Generated<Timestamp>
	after_id: string | null
	ended_at: Timestamp | null
}

export type NewsletterLettersTable = {
	id: Generated<string>
	subject: string
	body: string
	segment: Generated<Json>
	state: Generated<'draft' | 'scheduled' | 'sending' | 'paused' | 'stopped' | 'sent'>
	starts_at: Timestamp | null
	started_at: Timestamp | null
	ended_at: Timestamp | null
	after_id: string | null
	queued: Generated<number>
	created_at: Timestamp
	changed_at: Timestamp
}

export type NewsletterSubscriptionsTable = {
	id: Generated<string>
	email: string
	first_name: string | null
	source: 'blog' | 'popup' | 'settings' | 'import'
	status: Generated<'pending' | 'confirmed' | 'unsubscribed' | 'suppressed'>
	confirm_hash: Buffer | null
	confirm_expires_at: Timestamp | null
	requested_at: Timestamp
	confirmed_at: Timestamp | null
	unsubscribed_at: Timestamp | null
	created_at: Generated<Timestamp>
	asked_words: string | null
	ended_by: 'reader' | 'operator' | null
	asked_place: string | null
	covers_letters: Generated<boolean>
	last_letter_at: Timestamp | null
	letters_by_rule: Generated<string[]>
}

export type OperatorActionsTable = {
	id: Generated<string>
	actor_id: string | null
	role: 'operator' | 'support'
	action: string
	object_kind: string
	object_id: string
	reason: string | null
	before: Json | null
	after: Json | null
	created_at: Timestamp
}

export type OperatorAlertsTable = {
	id: Generated<string>
	kind: string
	dedupe_key: string
	facts: Json
	state: Generated<'open' | 'closed'>
	message_id: string | null
	created_at: Timestamp
	closed_at: Timestamp | null
	closed_by: string | null
}

export type OrderAlertsTable = {
	id: Generated<string>
	order_id: string
	kind: string
	detail: Json
	created_at: Timestamp
}

export type OrdersTable = {
	id: Generated<string>
	user_id: string | null
	email: string | null
	product_code: string
	product_name: string
	currency: string
	subtotal_cents: number
	discount_cents: Generated<number>
	total_cents: number
	discount_code: string | null
	provider: string
	livemode: boolean
	status: Generated<'pending' | 'processing' | 'paid' | 'failed' | 'expired' | 'canceled' | 'partially_refunded' | 'refund_pending' | 'refunded' | 'disputed' | 'dispute_lost'>
	buyer_key: string | null
	client_address: string
	paid_at: Timestamp | null
	abandoned_at: Timestamp | null
	created_at: Timestamp
	updated_at: Timestamp
	waiver_version: string | null
	waiver_accepted_at: Timestamp | null
	tax_cents: Generated<number>
	refund_policy_version: string
	person_erased_at: Timestamp | null
	age_rule_version: string | null
	course_ids: Generated<string[]>
	module_ids: Generated<number[]>
}

export type OutboxMessagesTable = {
	id: Generated<string>
	channel: 'email' | 'sms'
	to_address: string
	template: string
	subject: string
	body: string
	body_html: Generated<string>
	status: Generated<'queued' | 'sending' | 'sent' | 'bounced' | 'failed' | 'suppressed' | 'unknown'>
	dedupe_key: string | null
	attempts: Generated<number>
	provider_id: string | null
	last_error: string | null
	created_at: Generated<Timestamp>
	sent_at: Timestamp | null
	headers: Generated<Json>
	claimed_by: string | null
	doubts: Generated<number>
	letter_id: string | null
}

export type PaymentEventCursorsTable = {
	provider: string
	livemode: boolean
	seen_until: Timestamp
}

export type PaymentEventsTable = {
	provider: string
	event_id: string
	type: string
	livemode: boolean
	api_version: string | null
	order_id: string | null
	deliveries: Generated<number>
	received_at: Timestamp
	processed_at: Timestamp | null
	last_error: string | null
}

export type PaymentsTable = {
	provider_payment_id: string
	order_id: string
	amount_cents: number
	status: 'processing' | 'succeeded' | 'failed'
	paid_at: Timestamp | null
	failure_code: string | null
	as_of: Timestamp
}

export type PlannerWeeksTable = {
	user_id: string
	week: string
	focus_area: string
	focus_changed_at: Timestamp
	rows: Json
	stored_at: Generated<Timestamp>
	look_back: Json | null
	bytes: Computed<number>
}

export type PledgeSupportersTable = {
	user_id: string
	id: Generated<string>
	email: string
	asked_at: Timestamp
	agreed_at: Timestamp | null
	line_at: Timestamp | null
}

export type PledgesTable = {
	user_id: string
	id: Generated<string>
	evenings: string[]
	minute_of_day: number
	zone: string
	weekly_goal: number
	since: string
	reminds: Generated<boolean>
	remind_at: Timestamp | null
	reminders_ended: 'course-done' | 'access-ended' | 'unsubscribed' | null
	feed_hash: Buffer | null
	feed_made_at: Timestamp | null
	changed_at: Timestamp
	supporter_ended: 'declined' | 'stopped' | 'no-answer' | 'course-done' | 'access-ended' | null
}

export type PrivacyRequestsTable = {
	id: Generated<string>
	kind: 'export' | 'erase'
	user_id: string | null
	asked_at: Timestamp
	due_at: Timestamp
	erases_at: Timestamp | null
	farewell_at: Timestamp | null
	farewell_message_id: string | null
	answered_at: Timestamp | null
	outcome: 'exported' | 'erased' | 'canceled' | null
}

export type ProgressEntriesTable = {
	user_id: string
	kind: 'section' | 'module' | 'reading' | 'lesson-quiz' | 'quiz-result' | 'study-week' | 'task' | 'step' | 'milestone' | 'project' | 'box'
	key: string
	done: boolean
	changed_at: Timestamp
	detail: Json | null
	stored_at: Generated<Timestamp>
	first_stored_at: Generated<Timestamp>
	first_changed_at: Generated<Timestamp>
}

export type QueueChoicesTable = {
	kind: 'stands-still' | 'failed-check'
	object: string
	state: 'done' | 'later'
	until: Timestamp | null
	basis: string
	user_id: string | null
	chosen_by: string | null
	chosen_at: Timestamp
}

export type RefundRequestsTable = {
	id: Generated<string>
	order_id: string
	user_id: string | null
	kind: 'promise' | 'withdrawal' | 'operator'
	message: string | null
	declared_name: string | null
	state: 'refused' | 'granted' | 'sent' | 'settled' | 'failed'
	reasons: Generated<string[]>
	facts: Json
	policy_version: string
	amount_cents: number
	provider_payment_id: string | null
	decided_by: string
	override_reason: string | null
	requested_at: Timestamp
	decided_at: Timestamp
	expected_from: Timestamp | null
	expected_by: Timestamp | null
	settled_at: Timestamp | null
	failure_reason: string | null
	updated_at: Timestamp
}

export type RefundsTable = {
	provider_refund_id: string
	order_id: string
	provider_payment_id: string
	request_ref: string | null
	amount_cents: number
	status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
	failure_reason: string | null
	created_at: Timestamp
	as_of: Timestamp
}

export type SavedAnswersTable = {
	id: Generated<string>
	title: string
	body: string
	created_at: Timestamp
}

export type SavedViewsTable = {
	id: Generated<string>
	user_id: string
	list: string
	name: string
	query: string
	hidden: Generated<string[]>
	is_shared: boolean
	created_at: Timestamp
}

export type ScheduledReleasesTable = {
	id: Generated<string>
	base: number | null
	changes: Json
	versions: string[]
	author_id: string | null
	created_at: Timestamp
	due_at: Timestamp
	ended_at: Timestamp | null
	outcome: 'published' | 'canceled' | 'failed' | null
	problems: Generated<string[]>
}

export type SectionNotesTable = {
	user_id: string
	module_id: number
	section_id: string
	versions: Json
	bytes: Computed<number>
	stored_at: Generated<Timestamp>
}

export type SmsBlocksTable = {
	phone_key: Buffer
	stream: 'codes' | 'notifications'
	reason: 'stop' | 'provider' | 'not-mobile'
	created_at: Generated<Timestamp>
}

export type SmsCodesTable = {
	user_id: string
	purpose: 'phone_verification' | 'two_factor_auth'
	phone: string
	message_id: string
	code_hash: Buffer | null
	expires_at: Timestamp
	failures: Generated<number>
	last_failure_at: Timestamp | null
	locked_until: Timestamp | null
}

export type SmsConsentsTable = {
	id: Generated<string>
	user_id: string
	phone: string
	text_version: string
	source: string
	ip_address: string
	created_at: Generated<Timestamp>
	words: string | null
}

export type SmsCourseEventsTable = {
	user_id: string
	module_id: number
	section_id: string
	created_at: Generated<Timestamp>
	message_id: string | null
}

export type SmsLogsTable = {
	id: Generated<string>
	user_id: string
	type: 'phone_verification' | 'two_factor_auth' | 'course_progress' | 'payment_confirmation'
	message: string
	status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed'
	created_at: Generated<Timestamp>
}

export type SmsMessagesTable = {
	id: Generated<string>
	user_id: string
	kind: 'phone_verification' | 'two_factor_auth' | 'course_progress' | 'payment_confirmation'
	to_phone: string
	country: string
	body: string | null
	dedupe_key: string | null
	status: 'queued' | 'sending' | 'unknown' | 'accepted' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'suppressed'
	attempts: Generated<number>
	provider_id: string | null
	error_code: string | null
	created_at: Generated<Timestamp>
	updated_at: Generated<Timestamp>
}

export type SmsSendsTable = {
	message_id: string
	is_code: boolean
	user_key: Buffer
	phone_key: Buffer
	prefix_key: Buffer
	network_key: Buffer | null
	country: string
	sent_at: Timestamp
	verified_at: Timestamp | null
	is_strangers: Generated<boolean>
}

export type SubscriberImportRowsTable = {
	import_id: string
	line: number
	typed: string
	email: string | null
	first_name: string | null
	asked_at: Timestamp | null
	asked_place: string | null
	asked_words: string | null
	verdict: 'proof' | 'invite' | 'no_address' | 'twice' | 'known' | 'ended' | 'suppressed'
	note: string | null
}

export type SubscriberImportsTable = {
	id: Generated<string>
	file_name: string
	encoding: string
	created_by: string | null
	created_at: Timestamp
	applied_at: Timestamp | null
	content: string | null
	columns: Json | null
}

export type SupportTicketsTable = {
	id: Generated<string>
	name: string
	email: string
	subject: string
	message: string
	user_id: string | null
	status: Generated<'open' | 'answered' | 'closed'>
	due_at: Timestamp
	answered_at: Timestamp | null
	created_at: Generated<Timestamp>
	category: Generated<'general' | 'terms' | 'privacy' | 'guardian'>
	assigned_to: string | null
	first_due_at: Timestamp | null
	first_answered_at: Timestamp | null
}

export type SupporterAsksTable = {
	id: Generated<string>
	user_id: string | null
	address_key: Buffer
	asked_at: Timestamp
	refused_at: Timestamp | null
}

export type TextReadsTable = {
	user_id: string
	module_id: number
	kind: 'lesson' | 'section'
	text_id: string
	first_read_at: Timestamp
	last_read_at: Timestamp
}

export type TicketMessagesTable = {
	id: Generated<string>
	ticket_id: string
	author_id: string | null
	body: string
	message_id: string | null
	created_at: Timestamp
	kind: Generated<'answer' | 'reply' | 'note'>
}

export type UserSmsSettingsTable = {
	user_id: string
	phone_number: string | null
	course_progress_notifications: Generated<boolean>
	payment_notifications: Generated<boolean>
	two_factor_enabled: Generated<boolean>
	verified: Generated<boolean>
	created_at: Generated<Timestamp>
	updated_at: Generated<Timestamp>
}

export type VisitCountsTable = {
	day: string
	step: 'visit' | 'quiz' | 'signup' | 'checkout'
	source: string
	count: number
}

export type Database = {
	'auth.address_limits': AuthAddressLimitsTable
	'auth.audit_log_entries': AuthAuditLogEntriesTable
	'auth.certificate_keys': AuthCertificateKeysTable
	'auth.console_invitations': AuthConsoleInvitationsTable
	'auth.console_links': AuthConsoleLinksTable
	'auth.console_sessions': AuthConsoleSessionsTable
	'auth.console_setup': AuthConsoleSetupTable
	'auth.custom_oauth_providers': AuthCustomOauthProvidersTable
	'auth.external_flows': AuthExternalFlowsTable
	'auth.flow_states': AuthFlowStatesTable
	'auth.identities': AuthIdentitiesTable
	'auth.learner_views': AuthLearnerViewsTable
	'auth.mfa_amr_claims': AuthMfaAmrClaimsTable
	'auth.mfa_challenges': AuthMfaChallengesTable
	'auth.mfa_factors': AuthMfaFactorsTable
	'auth.mfa_recovery_codes': AuthMfaRecoveryCodesTable
	'auth.oauth_authorizations': AuthOauthAuthorizationsTable
	'auth.oauth_clients': AuthOauthClientsTable
	'auth.oauth_consents': AuthOauthConsentsTable
	'auth.one_time_tokens': AuthOneTimeTokensTable
	'auth.passkeys': AuthPasskeysTable
	'auth.saml_assertions': AuthSamlAssertionsTable
	'auth.server_secrets': AuthServerSecretsTable
	'auth.sessions': AuthSessionsTable
	'auth.signing_keys': AuthSigningKeysTable
	'auth.sso_domains': AuthSsoDomainsTable
	'auth.sso_providers': AuthSsoProvidersTable
	'auth.users': AuthUsersTable
	'auth.wallet_messages': AuthWalletMessagesTable
	'auth.webauthn_challenges': AuthWebauthnChallengesTable
	'sandbox_stripe.events': SandboxStripeEventsTable
	'sandbox_stripe.idempotency_keys': SandboxStripeIdempotencyKeysTable
	'sandbox_stripe.objects': SandboxStripeObjectsTable
	'sandbox_stripe.webhook_faults': SandboxStripeWebhookFaultsTable
	'sandbox_stripe.webhook_secrets': SandboxStripeWebhookSecretsTable
	backups: BackupsTable
	bank_transfer_refunds: BankTransferRefundsTable
	bank_transfers: BankTransfersTable
	bulk_jobs: BulkJobsTable
	bulk_rows: BulkRowsTable
	certificates: CertificatesTable
	checkout_sessions: CheckoutSessionsTable
	content_releases: ContentReleasesTable
	content_versions: ContentVersionsTable
	day_marks: DayMarksTable
	day_sums: DaySumsTable
	discount_codes: DiscountCodesTable
	discount_redemptions: DiscountRedemptionsTable
	disputes: DisputesTable
	downloads: DownloadsTable
	early_access_requests: EarlyAccessRequestsTable
	entitlements: EntitlementsTable
	filled_exercises: FilledExercisesTable
	import_columns: ImportColumnsTable
	invoice_series: InvoiceSeriesTable
	invoices: InvoicesTable
	job_application_files: JobApplicationFilesTable
	job_applications: JobApplicationsTable
	lesson_memories: LessonMemoriesTable
	lesson_quiz_attempts: LessonQuizAttemptsTable
	lesson_texts: LessonTextsTable
	lifecycle_rules: LifecycleRulesTable
	list_choices: ListChoicesTable
	mail_suppressions: MailSuppressionsTable
	mailbox_proofs: MailboxProofsTable
	media: MediaTable
	media_chunks: MediaChunksTable
	media_files: MediaFilesTable
	module_feedback: ModuleFeedbackTable
	newsletter_issues: NewsletterIssuesTable
	newsletter_letters: NewsletterLettersTable
	newsletter_subscriptions: NewsletterSubscriptionsTable
	operator_actions: OperatorActionsTable
	operator_alerts: OperatorAlertsTable
	order_alerts: OrderAlertsTable
	orders: OrdersTable
	outbox_messages: OutboxMessagesTable
	payment_event_cursors: PaymentEventCursorsTable
	payment_events: PaymentEventsTable
	payments: PaymentsTable
	planner_weeks: PlannerWeeksTable
	pledge_supporters: PledgeSupportersTable
	pledges: PledgesTable
	privacy_requests: PrivacyRequestsTable
	progress_entries: ProgressEntriesTable
	queue_choices: QueueChoicesTable
	refund_requests: RefundRequestsTable
	refunds: RefundsTable
	saved_answers: SavedAnswersTable
	saved_views: SavedViewsTable
	scheduled_releases: ScheduledReleasesTable
	section_notes: SectionNotesTable
	sms_blocks: SmsBlocksTable
	sms_codes: SmsCodesTable
	sms_consents: SmsConsentsTable
	sms_course_events: SmsCourseEventsTable
	sms_logs: SmsLogsTable
	sms_messages: SmsMessagesTable
	sms_sends: SmsSendsTable
	subscriber_import_rows: SubscriberImportRowsTable
	subscriber_imports: SubscriberImportsTable
	support_tickets: SupportTicketsTable
	supporter_asks: SupporterAsksTable
	text_reads: TextReadsTable
	ticket_messages: TicketMessagesTable
	user_sms_settings: UserSmsSettingsTable
	visit_counts: VisitCountsTable
}
