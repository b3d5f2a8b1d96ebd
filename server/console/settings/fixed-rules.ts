import { formatHour } from '#domain/clock/format-hour.ts'
import { describeBusinessDays } from '#domain/refunds/describe-refund.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { REPLY_WITHIN_MS, SATURDAY, SUPPORT_TIME_ZONE, WORKDAY } from '#domain/support/support-hours.ts'
import { formatZoneName } from '#server/console/shell/format-zone-name.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { BULK_HOURS } from '#server/services/messaging/outbox/enqueue-message.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

/** Rules that were promised to buyers or subscribers, so the console shows them and doesn't change them. */
type FixedRules = {
	title: string
	/** Reason that they can't be changed here. */
	why: string
	facts: readonly (readonly [name: string, value: string])[]
}

function listRefundRules(): FixedRules {
	const { windowDays, shareLimitPercent, withdrawalDays, version } = currentRefundPolicy
	return {
		title: 'Rules for new orders',
		why: 'Your terms, pages and receipts promise these rules, so they can’t be changed here. Each order keeps the rules of the day it was placed. You can refund an order outside of them on its page.',
		facts: [
			['Time to ask', `${windowDays} days after paying`],
			['Lessons opened since paying', `Less than ${shareLimitPercent}%`],
			['Paid templates', 'None downloaded'],
			['Right of withdrawal', `${withdrawalDays} days, unless the buyer waived it at checkout`],
			['Money arrives within', describeBusinessDays(currentRefundPolicy)],
			['In force since', new Date(version).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })],
		],
	}
}

const listNewsletterRules = ({ content, config }: ServiceContext): FixedRules => ({
	title: 'Newsletters and automations',
	why: 'Subscribers were promised when and how often emails come, so that can’t be changed here. The hours follow the time zone of your academy, and emails per hour the limits of your mail server.',
	facts: [
		['Sent between', `${formatHour(BULK_HOURS.first)} and ${formatHour(BULK_HOURS.last)}, ${formatZoneName(siteZone(content))}`],
		['Per person', 'At most one a week'],
		['Addresses that don’t confirm', 'Deleted after a week'],
		['Emails per hour', `Up to ${config.email.bulkPerHour.toLocaleString('en-US')}`],
	],
})

const formatHours = ({ opensAt, closesAt }: typeof WORKDAY) => `${formatHour(opensAt / 60)} to ${formatHour(closesAt / 60)}`

const listSupportRules = (): FixedRules => ({
	title: 'How deadlines are counted',
	why: 'Your terms count the time to answer in support hours, so these can’t be changed here. The inbox shows each message’s deadline in your academy’s time zone.',
	facts: [
		['Monday to Friday', formatHours(WORKDAY)],
		['Saturday', formatHours(SATURDAY)],
		['Time zone of these hours', formatZoneName(SUPPORT_TIME_ZONE)],
		['Time to answer', `${REPLY_WITHIN_MS / 3_600_000} support hours`],
	],
})

/** Returns the rules that a settings page shows without fields; null for other pages. */
export function readFixedRules(ctx: ServiceContext, subject: string): FixedRules | null {
	if (subject === 'refunds') return listRefundRules()
	if (subject === 'support-hours') return listSupportRules()
	return subject === 'mail' ? listNewsletterRules(ctx) : null
}
