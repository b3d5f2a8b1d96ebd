import { consolePaths } from '#contracts/console-paths.ts'

import type { AlertFacts, AlertKind } from './alert-mails.ts'

type ToPlace = (facts: AlertFacts) => string

const toOrder: ToPlace = ({ order = '' }) => `/orders/${order}`
const toMails: ToPlace = () => '/messages?failed=1'
const toHealth: ToPlace = () => '/health'

const PLACES: Record<AlertKind, ToPlace> = {
	terms_mismatch: toOrder,
	duplicate_payment: toOrder,
	dispute: toOrder,
	dispute_deadline: toOrder,
	early_fraud_warning: toOrder,
	refund_failed: toOrder,
	refund_by_hand: toOrder,
	refund_overdue: toOrder,
	found_by_reconciler: toOrder,
	tax_unknown: toOrder,
	mail_budget_nearly_used: () => '/messages',
	form_mails_nearly_used: () => '/messages',
	text_budget_nearly_used: () => '/sms',
	file_storage_half: () => '/applications',
	file_storage_full: () => '/applications',
	message_overdue: ({ message = '' }) => `/tickets/${message}`,
	privacy_request_waiting: ({ asks, request = '' }) => (asks === 'message' ? `/tickets/${request}` : '/privacy'),
	bounces: toMails,
	certificate_key_ends: toHealth,
	backup_missing: toHealth,
	backup_behind: toHealth,
	drill_missing: toHealth,
	drill_failed: toHealth,
	month_missing: toHealth,
	writes_hung: toHealth,
	scheduled_release_failed: () => '/content/publish',
	dead_letters: ({ mail, job, id = '' }) =>
		job !== undefined ? '/health/jobs' : mail === undefined ? '/messages?failed=1' : `/messages/${id}`,
}

/** Console page for handling an alert; the Today page if this version no longer knows the kind. */
export const alertPlace = (kind: string, facts: AlertFacts): string =>
	Object.hasOwn(PLACES, kind) ? `/admin${PLACES[kind as AlertKind](facts)}` : consolePaths.today
