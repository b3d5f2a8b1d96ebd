import type { PledgeResponse } from '#contracts/pledge.ts'
import { WEEKDAYS, type Weekday } from '#domain/pledge/pledge.ts'
import type { DotDay, WeekRecord } from '#domain/pledge/study-record.ts'
import { INVITATION_ANSWER_DAYS } from '#domain/pledge/supporter.ts'

type Pledge = NonNullable<PledgeResponse['pledge']>

export const DAY_NAMES: Readonly<Record<Weekday, string>> = {
	MO: 'Monday',
	TU: 'Tuesday',
	WE: 'Wednesday',
	TH: 'Thursday',
	FR: 'Friday',
	SA: 'Saturday',
	SU: 'Sunday',
}

/** Formats a calendar day independently of the reader's time zone. */
export const formatDay = (day: string): string =>
	new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(Date.parse(`${day}T00:00:00Z`))

/** Formats as `Wednesday, November 25, 7:30 PM`, in the pledge's time zone. */
export const formatEveningTime = (iso: string, zone: string): string =>
	new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		weekday: 'long',
		month: 'long',
		day: 'numeric',
		hour: 'numeric',
		minute: '2-digit',
	}).format(Date.parse(iso))

export const formatDayOf = (iso: string): string =>
	new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' }).format(Date.parse(iso))

/** Formats as `Mondays and Wednesdays`; all seven days give `Every day`. */
export function formatEvenings(evenings: readonly Weekday[]): string {
	if (evenings.length === WEEKDAYS.length) return 'Every day'
	const names = evenings.map((day) => `${DAY_NAMES[day]}s`)
	return new Intl.ListFormat('en-US').format(names)
}

export const formatGoal = ({ passed }: WeekRecord, goal: number): string =>
	`${passed} of ${goal} ${goal === 1 ? 'check' : 'checks'} passed this week`

export function describeDot({ isDone, isPlanned }: DotDay): string {
	if (isDone) return isPlanned ? 'planned, studied' : 'studied'
	return isPlanned ? 'planned' : 'free'
}

export const thisWeekOf = ({ weeks }: Pledge): WeekRecord => weeks.at(-1) ?? { week: '', passed: 0, days: [] }

export const REMINDERS_ENDED_TEXTS: Readonly<Record<NonNullable<Pledge['remindersEnded']>, string>> = {
	'course-done': 'Reminders are off: you reached the end of every module, so there’s no next section.',
	'access-ended': 'Reminders are off: your access to the course has ended.',
	unsubscribed: 'Reminders are off: you stopped them from an email.',
}

export const SUPPORTER_ENDED_TEXTS: Readonly<Record<NonNullable<Pledge['supporterEnded']>, string>> = {
	declined: 'The person you named doesn’t want the weekly update.',
	stopped: 'Your supporter stopped the weekly update.',
	'no-answer': `The person you named didn’t answer in ${INVITATION_ANSWER_DAYS} days.`,
	'course-done': 'The weekly update has ended: you reached the end of every module.',
	'access-ended': 'The weekly update has ended: your access to the course ended.',
}
