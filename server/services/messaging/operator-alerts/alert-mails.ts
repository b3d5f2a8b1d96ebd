import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { isUuid } from '#server/db/database.ts'
import type { MailSite, RenderedMail } from '#server/services/context.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'
import { formatSiteTime } from '#server/services/platform/site-zone.ts'

import { formatDeadJobName } from './list-dead.ts'

export const ALERT_TEMPLATE = 'operator.alert'

const TEXTS = {
	terms_mismatch: {
		heading: 'A payment doesn’t match its order',
		advice: 'Nothing was changed and no access was given. Compare the order with the payment at your payment provider.',
	},
	duplicate_payment: {
		heading: 'An order was paid twice',
		advice: 'The buyer has access once. Refund one of the payments at your payment provider.',
	},
	dispute: {
		heading: 'A buyer’s bank disputes a payment',
		advice: 'If there’s a deadline below, send your evidence to your payment provider before then. Without a response, the money is lost.',
	},
	dispute_deadline: {
		heading: 'The time to answer a dispute is running out',
		advice: 'Send your evidence to your payment provider before the time below. Without a response, the money is lost.',
	},
	early_fraud_warning: {
		heading: 'A bank warns of fraud on a payment',
		advice: 'Look at the payment at your payment provider. Refunding it now avoids a dispute.',
	},
	refund_failed: {
		heading: 'A refund didn’t go through',
		advice: 'We’ve told the buyer that you’re looking for another way, and they have access again. Send the money back by other means.',
	},
	refund_by_hand: {
		heading: 'Please send a refund by bank transfer',
		advice:
			'The buyer has been promised this money and is waiting for it. Send it to the account it came from, then mark it as sent on the order page.',
	},
	refund_overdue: {
		heading: 'A refund is overdue',
		advice: 'Ask your payment provider what is holding it up, or send it now if it goes by bank transfer. Let the buyer know.',
	},
	found_by_reconciler: {
		heading: 'A payment arrived without its webhook',
		advice: 'The order is settled, so the buyer has everything. Check the webhook endpoint at your payment provider.',
	},
	tax_unknown: {
		heading: 'A payment has no invoice: its tax is unknown',
		advice:
			'The order is settled, so the buyer has everything else. Choose “Create invoice” on the order page and enter how the sale is taxed; the payment in Stripe shows what’s missing.',
	},
	mail_budget_nearly_used: {
		heading: 'The email budget is nearly used up',
		advice:
			'Once unknown visitors have used up their share, they have to wait for the next hour; known addresses still get email. Find out who requests this many emails, or raise GOTRUE_RATE_LIMIT_EMAIL_SENT.',
	},
	form_mails_nearly_used: {
		heading: 'Forms have nearly used up their emails',
		advice:
			'Once they have, anyone who asks for the newsletter, an action plan, early access or a privacy link is told when to try again. Contact messages and applications still arrive, but get no confirmation email. Signing in isn’t affected. Find out who requests this many emails, or raise GOTRUE_RATE_LIMIT_EMAIL_SENT.',
	},
	text_budget_nearly_used: {
		heading: 'The text message budget is nearly used up',
		advice:
			'Once unknown visitors have used up their share, only learners on a known browser or network get text messages. Find out who requests this many, or raise GOTRUE_RATE_LIMIT_SMS_SENT.',
	},
	file_storage_half: {
		heading: 'Applicants’ files have used half of their storage',
		advice:
			'At the limit, applicants are asked to email their file instead. Under Applications, delete the files you no longer need, or raise FILE_STORAGE_MB.',
	},
	file_storage_full: {
		heading: 'The storage for applicants’ files is full',
		advice:
			'Applicants are asked to email their file instead; their applications still arrive. Under Applications, delete the files you no longer need, or raise FILE_STORAGE_MB.',
	},
	message_overdue: {
		heading: 'An answer is overdue',
		advice:
			'The sender was promised an answer by the time below. Answer it in the console; if you have answered it from your mailbox, close it there.',
	},
	privacy_request_waiting: {
		heading: 'A privacy request has waited for five business days',
		advice: 'Answer it by the date below. You can export or delete the data and keep your answer on record.',
	},
	bounces: {
		heading: 'Many emails bounce',
		advice:
			'Mail providers stop trusting a sender whose emails bounce. The email log shows which addresses and why. If they’re old, stop emailing them.',
	},
	certificate_key_ends: {
		heading: 'The certificate signing key expires soon',
		advice:
			'The first certificate after that day is signed with a new key, created automatically; earlier certificates stay valid. Take a backup afterwards: older ones don’t have the new key.',
	},
	backup_missing: {
		heading: 'No backup has been taken for two days',
		advice:
			'The server takes one every day. The Health page shows why it failed. If your own tools back up the database, let them run "npm run backup -- --taken-elsewhere" afterwards.',
	},
	backup_behind: {
		heading: 'Recent changes aren’t being backed up',
		advice: 'If this machine breaks now, everything since the time below is lost. Check the disk or storage that holds the backups.',
	},
	drill_missing: {
		heading: 'No backup has been tested for five weeks',
		advice:
			'Only a restore shows that a backup works. Run "npm run backup -- drill": it restores the newest one next to the database and checks it.',
	},
	drill_failed: {
		heading: 'A backup failed its restore test',
		advice: 'The Health page lists the findings. Take a new backup and test it; keep the older ones until one passes.',
	},
	month_missing: {
		heading: 'Log storage for a month is missing',
		advice:
			'Nothing is lost: that month’s rows are kept in a shared partition, but deleting them later takes longer. The job "Prepare log storage for the next months" creates partitions; the Health page shows why it fails.',
	},
	writes_hung: {
		heading: 'The database stopped saving for a while',
		advice:
			'Visitors got an error until it saved again. It was waiting for its disk or a standby, or another server had replaced it: check the database server below.',
	},
	scheduled_release_failed: {
		heading: 'A scheduled publication didn’t happen',
		advice: 'Nothing was published, and the drafts are still drafts. Fix the problems below, then publish or schedule them again.',
	},
	dead_letters: {
		heading: 'Some messages or jobs failed for good',
		advice: 'They won’t be retried automatically. See why each failed, and retry it.',
	},
} as const satisfies Record<string, { heading: string; advice: string }>

export type AlertKind = keyof typeof TEXTS

/**
 * Facts of an alert, printed in this order. The keys, in camel case, become labels. Must not contain names or addresses of
 * people.
 */
export type AlertFacts = Readonly<Record<string, string>>

/** Labels of facts whose keys don't make good labels. */
const LABELS: Readonly<Record<string, string>> = { asks: 'Asks for', status: 'Result' }

/** Display texts for stored values. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	asks: { message: 'what their message says', export: 'a copy of their data', erase: 'the deletion of their data' },
	status: {
		failed: 'not delivered, no retries left',
		bounced: 'bounced',
		unknown: 'unclear if it arrived',
		sending: 'stuck while sending',
	},
}

const labelOf = (key: string) => {
	if (Object.hasOwn(LABELS, key)) return LABELS[key] ?? key
	const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
	return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Matches a dispute's stored deadline, such as `December 5, 2026 at 11:59 PM UTC`. Other times are RFC 3339. */
const IN_UTC = /^(\w+ \d+, \d+) at (\d+:\d+)\s([AP]M UTC)$/u
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** Matches a day without a time, in UTC. */
const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' })

/** Parses a fact that is a time; null for other facts. */
function timeOf(value: string): Date | null {
	const time = value.replace(IN_UTC, '$1 $2 $3')
	return time === value && !RFC_3339.test(value) ? null : new Date(time)
}

/** Replaces codes and IDs with names people use, and shows times in the academy's time zone. */
function formatFact(name: string, value: string, content: MailSite['content']): string {
	if (name === 'order') return orderNumber(value)
	if (name === 'mail' || name === 'job') return formatDeadJobName({ kind: name, name: value })
	const known = VALUES[name]?.[value]
	if (known !== undefined) return known
	if (name === 'status' || name === 'reason') return value.replaceAll('_', ' ')
	if (DAY.test(value)) return dayFormat.format(new Date(value))
	const time = timeOf(value)
	return time === null ? value : formatSiteTime(content, time)
}

/** Returns the heading, advice and facts to show. A kind that this version no longer knows has its name as the heading. */
export function describeAlert(content: MailSite['content'], kind: string, facts: AlertFacts) {
	const known = Object.hasOwn(TEXTS, kind) ? TEXTS[kind as AlertKind] : { heading: labelOf(kind), advice: '' }
	const due = facts.answerBefore ?? facts.promisedBy ?? ''
	return {
		...known,
		place: toAlertUrl(kind, facts),
		/** Deadline of the answer, if there is one. */
		dueAt: timeOf(DAY.test(due) ? `${due}T23:59:59Z` : due),
		// Omit other IDs: the link already leads to the records they identify.
		facts: Object.entries(facts)
			.filter(([name, value]) => name === 'order' || !isUuid(value))
			.map(([name, value]) => ({ name, label: labelOf(name), value: formatFact(name, value, content), at: timeOf(value) })),
	}
}

export function alertMail({ config, content }: MailSite, kind: AlertKind, facts: AlertFacts): RenderedMail {
	const { heading, advice, place, facts: lines } = describeAlert(content, kind, facts)
	const mail = {
		heading,
		paragraphs: [advice, ...lines.map(({ label, value }) => `${label}: ${value}`)],
		action: { label: 'Open it in the console', url: `${config.siteUrl}${place}` },
		notes: [
			'You get this email once, at OPERATOR_EMAIL or, if that isn’t set, at your support address. The alert stays on Today in the console until you resolve it.',
		],
	}
	return { template: ALERT_TEMPLATE, subject: `Action needed: ${heading}`, ...layoutMail(content, mail) }
}

type ToPlace = (facts: AlertFacts) => string

const toOrder: ToPlace = ({ order }) => (order === undefined ? '/orders' : `/orders/${order}`)
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
export const toAlertUrl = (kind: string, facts: AlertFacts): string =>
	Object.hasOwn(PLACES, kind) ? `/admin${PLACES[kind as AlertKind](facts)}` : consolePaths.today
