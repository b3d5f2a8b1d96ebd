import type { Content } from '#content/load-content.server.ts'
import { paths } from '#contracts/paths.ts'
import { formatClockTime } from '#domain/pledge/pledge.ts'
import { INVITATION_ANSWER_DAYS } from '#domain/pledge/supporter.ts'
import type { Config } from '#server/config/config.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'
import { oneClickUnsubscribeHeaders } from '#server/services/people/newsletter/newsletter-mails.ts'

import type { StepTexts } from './read-study.ts'

export const SUPPORTER_INVITATION_TEMPLATE = 'pledge.supporter-ask'
export const SUPPORTER_UPDATE_TEMPLATE = 'pledge.supporter-line'

const privacyNote = ({ siteUrl }: Config) => `What we do with your address: ${siteUrl}${paths.privacyPolicy}`

type Ask = {
	/** Learner's name from `safeMailName`, the only text in these emails that a user typed. */ name: string
	agreeUrl: string
	endUrl: string
}

/** Renders the request to a supporter, who didn't ask for this email, so it explains how to opt out for good. */
export const supporterInvitationMail = (content: Content, config: Config, { name, agreeUrl, endUrl }: Ask) => ({
	template: SUPPORTER_INVITATION_TEMPLATE,
	subject: `Would you like a weekly update about a learner at ${content.site.name}?`,
	headers: oneClickUnsubscribeHeaders(endUrl),
	...layoutMail(content, {
		heading: 'Will you be a supporter?',
		paragraphs: [
			`${name} is taking the course ${content.site.program} at ${content.site.name}, has set evenings aside for it, and gave us your address.`,
			`If you agree, we send you one email a week that says how many of those evenings ${name} kept. Nothing else is in it, and you don’t have to do anything.`,
		],
		action: { label: 'Review and Agree', url: agreeUrl },
		notes: [
			`Don’t want this? Do nothing: we won’t email you again, and delete your address after ${INVITATION_ANSWER_DAYS} days.`,
			`Or say no, and no one can ask you again: ${endUrl}`,
			privacyNote(config),
		],
	}),
})

type SupporterUpdate = { name: string; kept: number; planned: number; endUrl: string }

const evenings = (count: number) => (count === 1 ? '1 evening' : `${count} evenings`)

export function formatSupporterUpdate({ name, kept, planned }: Pick<SupporterUpdate, 'name' | 'kept' | 'planned'>): string {
	if (kept === 0) return `Last week ${name} planned ${evenings(planned)} for the course and kept none of them.`
	if (kept === planned)
		return `Last week ${name} planned ${evenings(planned)} for the course and kept ${planned === 1 ? 'it' : 'all of them'}.`
	return `Last week ${name} planned ${evenings(planned)} for the course and kept ${kept} of them.`
}

/** Renders the weekly update. The subject contains no name, because mail servers log it. */
export const supporterUpdateMail = (content: Content, config: Config, { endUrl, ...update }: SupporterUpdate) => ({
	template: SUPPORTER_UPDATE_TEMPLATE,
	subject: `${update.kept} of ${evenings(update.planned)} kept last week`,
	headers: oneClickUnsubscribeHeaders(endUrl),
	...layoutMail(content, {
		heading: 'Last week',
		paragraphs: [formatSupporterUpdate(update)],
		notes: [
			`You get this email once a week because ${update.name} asked for it at ${content.site.name} and you agreed.`,
			`Don’t want these emails anymore? Stop them here: ${endUrl}`,
			privacyNote(config),
		],
	}),
})

export const supportUrl = ({ siteUrl }: Config, step: 'support' | 'unsupport', token: string): string =>
	`${siteUrl}${paths.pledgeStep(step)}?token=${encodeURIComponent(token)}`

export const sampleSupporterMails = (content: Content, config: Config) => {
	const endUrl = supportUrl(config, 'unsupport', 'sample')
	return [
		supporterInvitationMail(content, config, { name: 'Ana Example', agreeUrl: supportUrl(config, 'support', 'sample'), endUrl }),
		supporterUpdateMail(content, config, { name: 'Ana Example', kept: 2, planned: 3, endUrl }),
	]
}

export const REMINDER_TEMPLATE = 'pledge.reminder'

type Reminder = { step: StepTexts; minuteOfDay: number; week: { passed: number; goal: number }; stopUrl: string }

const EVENING_BEGINS = 17 * 60

export const stopRemindersUrl = ({ siteUrl }: Config, token: string): string =>
	`${siteUrl}${paths.pledgeStep('stop')}?token=${encodeURIComponent(token)}`

function formatWeek({ passed, goal }: Reminder['week']): string {
	const checks = `${passed} of ${goal} ${goal === 1 ? 'check' : 'checks'} passed`
	return passed >= goal ? `You have already reached this week’s goal: ${checks}. Anything more today is extra.` : `This week: ${checks}.`
}

/** Renders a reminder. It contains no text typed by users; its link stops the reminders with one click (RFC 8058). */
export function reminderMail(content: Content, config: Config, { step, minuteOfDay, week, stopUrl: url }: Reminder) {
	const when = `${minuteOfDay >= EVENING_BEGINS ? 'Tonight' : 'Today'} at ${formatClockTime(minuteOfDay)}`
	return {
		template: REMINDER_TEMPLATE,
		subject: `${when}: ${step.title}`,
		headers: oneClickUnsubscribeHeaders(url),
		...layoutMail(content, {
			heading: when,
			paragraphs: [`You set this time aside for your course. ${step.sentence}`, formatWeek(week)],
			action: { label: 'Open the Section', url: `${config.siteUrl}${step.href}` },
			notes: [
				'Not today? That’s fine. The section will be there when you’re ready.',
				`You get this email because you asked for a reminder on the page Your Pledge at ${content.site.name}: ${config.siteUrl}${paths.pledge}`,
				`Don’t want these reminders anymore? Stop them here: ${url}`,
			],
		}),
	}
}

export const sampleReminder = (content: Content, config: Config) =>
	reminderMail(content, config, {
		step: {
			moduleId: 1,
			title: 'Value Mapping',
			sentence: 'Next is the section “Value Mapping” of module 1, Skill Discovery & Foundation.',
			href: `${paths.courseModule(1)}?section=value-mapping`,
		},
		minuteOfDay: 1170,
		week: { passed: 1, goal: 3 },
		stopUrl: stopRemindersUrl(config, 'sample'),
	})
