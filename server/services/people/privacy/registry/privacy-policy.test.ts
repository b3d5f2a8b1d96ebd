import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { plugins } from '#server/process/plugins.ts'
import { erasureRequestedMail } from '#server/services/people/privacy/privacy-mails.ts'
import { samples } from '#tests/plugins/samples.ts'

import { listTableRules } from './registry.ts'

const policy = readFileSync('content/legal/privacy-policy.md', 'utf8')
const deletion = /^You can delete your account yourself.*$/m.exec(policy)?.[0] ?? ''

const COURSE = 'what you did, wrote and planned in the course'
const SIGN_IN = ['Sign-in codes and links', 'account'] as const
const FACTOR = ['the key or secret by which we check it', 'account'] as const
const PAYMENT = ['a reference and the outcome', 'record of a payment stays'] as const
const BUY = ['what you bought, the amount', 'record of a payment stays'] as const
/** Data kept after a deletion isn't part of what a learner loses. */
const STAYS: ReadonlySet<string> = new Set(['record of a payment stays', 'An invoice stays as it was made'])
const TEXTS = ['We keep a copy of each email and text message', 'messages'] as const
const FORMS = 'what you sent through our forms'

/** For each table, the words in the privacy policy that describe the data, and those that describe its deletion. */
const WORDS: Record<string, readonly [stored: string, deleted: string]> = {
	progress_entries: ['Modules, sections and lessons you open or complete', COURSE],
	lesson_quiz_attempts: ['your answers in knowledge checks', COURSE],
	content_reads: ['Modules, sections and lessons you open', COURSE],
	planner_weeks: ['The rows of your weeks', COURSE],
	certificates: ['Your name as it stands on it', 'certificate'], // oxlint-disable-line house/plain-words -- quotes the policy
	sms_logs: TEXTS,
	sms_course_events: TEXTS,
	sms_messages: TEXTS,
	sms_codes: SIGN_IN,
	sms_consents: ['which messages you agreed to and when', 'messages'],
	user_sms_settings: ['Phone number, whether you verified it', 'messages'],
	outbox_messages: TEXTS,
	newsletter_subscriptions: ['Email address, your first name if you gave it', FORMS],
	subscriber_import_rows: ['the list that says so', FORMS],
	subscriber_imports: ['the list that says so', FORMS],
	early_access_requests: ['Join an early-access list', FORMS],
	module_feedback: ['your answer and suggestion', FORMS],
	support_tickets: ['Name, email address, subject, message', FORMS],
	ticket_messages: ['and what we answer', FORMS],
	learner_notes: ['Our team can write a note about your account', 'account'],
	learner_tags: ['put short tags on it', 'account'],
	job_applications: ['Name, email address, message', FORMS],
	job_application_files: ['the PDF if you attach one', FORMS],
	mailbox_verifications: SIGN_IN,
	entitlements: ['what you bought', 'access to what you bought'],
	downloads: ['which paid documents you download', 'record of a payment stays'],
	discount_redemptions: ['a discount code if you used one', 'record of a payment stays'],
	refund_requests: ['What you write, how it was decided and why', 'record of a payment stays'],
	refunds: ['what went back', 'record of a payment stays'],
	bank_transfer_refunds: ['what went back', 'record of a payment stays'],
	bank_transfers: ['the reference of your payment', 'record of a payment stays'],
	checkout_sessions: PAYMENT,
	payments: PAYMENT,
	payment_events: PAYMENT,
	disputes: PAYMENT,
	order_alerts: BUY,
	orders: BUY,
	invoices: ['and for an invoice the name, address and VAT ID', 'An invoice stays as it was made'],
	'auth.users': ['Name, email address, a password only if you choose one', 'account'],
	'auth.identities': ['What it tells us about you', 'account'], // oxlint-disable-line house/plain-words -- quotes the policy
	'auth.sessions': ['For each sign-in we keep the IP address and the name of the browser', 'account'],
	'auth.mfa_amr_claims': ['For each sign-in', 'account'],
	'auth.mfa_challenges': SIGN_IN,
	'auth.webauthn_challenges': SIGN_IN,
	'auth.one_time_tokens': SIGN_IN,
	'auth.flow_states': SIGN_IN,
	'auth.external_flows': SIGN_IN,
	'auth.mfa_factors': FACTOR,
	'auth.mfa_recovery_codes': FACTOR,
	'auth.passkeys': FACTOR,
	'auth.audit_log_entries': ['Sign-ins, failed sign-ins and changes to an account are recorded', 'account'],
	privacy_requests: ['Which of them, when, and when it was answered', 'account'],
	...Object.assign({}, ...samples.map(({ inPolicy }) => inPolicy)),
}
const words = Object.entries(WORDS)

test('every table with personal data is described in the privacy policy', () => {
	const tables = listTableRules(plugins).flatMap(({ table, person }) => (person === null ? [] : [table]))
	expect(Object.keys(WORDS).toSorted()).toEqual(tables.toSorted())
	expect(words.filter(([, [stored]]) => !policy.includes(stored))).toEqual([])
})

test('the privacy policy and the deletion mail say what is deleted', () => {
	expect(words.filter(([, [, deleted]]) => !deletion.includes(deleted))).toEqual([])
	const { text } = erasureRequestedMail(loadedContent, { erasesAt: new Date(0), signInUrl: 'http://shop.test', by: 'owner' })
	const lost = words.filter(([, [, deleted]]) => deleted !== FORMS && !STAYS.has(deleted))
	expect(lost.filter(([, [, deleted]]) => !text.includes(deleted))).toEqual([])
})
