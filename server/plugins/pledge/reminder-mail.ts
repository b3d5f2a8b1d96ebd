import type { Content } from '#content/load-content.server.ts'
import { paths } from '#contracts/paths.ts'
import { formatClockTime } from '#domain/pledge/pledge.ts'
import type { Config } from '#server/config/config.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'

import type { StepWords } from './read-study.ts'

export const REMINDER = 'pledge.reminder'

type Reminder = { step: StepWords; minuteOfDay: number; week: { passed: number; goal: number }; stopUrl: string }

const EVENING_BEGINS = 17 * 60

export const stopUrl = ({ siteUrl }: Config, token: string): string =>
	`${siteUrl}${paths.pledgeStep('stop')}?token=${encodeURIComponent(token)}`

function sayWeek({ passed, goal }: Reminder['week']): string {
	const checks = `${passed} of ${goal} ${goal === 1 ? 'check' : 'checks'} passed`
	return passed >= goal ? `You have already reached this week’s goal: ${checks}. Anything more today is extra.` : `This week: ${checks}.`
}

/** Renders a reminder. It contains no text typed by users; its link stops the reminders with one click (RFC 8058). */
export function reminderMail(content: Content, config: Config, { step, minuteOfDay, week, stopUrl: url }: Reminder) {
	const when = `${minuteOfDay >= EVENING_BEGINS ? 'Tonight' : 'Today'} at ${formatClockTime(minuteOfDay)}`
	return {
		template: REMINDER,
		subject: `${when}: ${step.title}`,
		headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
		...layoutMail(content, {
			heading: when,
			paragraphs: [`You set this time aside for your course. ${step.sentence}`, sayWeek(week)],
			action: { label: 'Open the Section', url: `${config.siteUrl}${step.href}` },
			notes: [
				'Not today? That’s fine. The section will be there when you are ready.',
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
		stopUrl: stopUrl(config, 'sample'),
	})
