import { z } from 'zod'

import { isTimeZone } from '#domain/clock/local-clock.ts'
import { EARLIEST_MINUTE, LATEST_MINUTE, MAX_CHECKS, parseMinute, WEEKDAYS, type Weekday } from '#domain/pledge/pledge.ts'
import type { WeekRecord } from '#domain/pledge/study-record.ts'

import { EmailFieldSchema } from './leads.ts'

const isEveningTime = (text: string): boolean => {
	const minute = parseMinute(text)
	return minute !== null && minute >= EARLIEST_MINUTE && minute <= LATEST_MINUTE
}

/** Body of `PUT /api/pledge`. */
export const SavePledgeRequestSchema = z.strictObject({
	evenings: z
		.array(z.enum(WEEKDAYS))
		.min(1, 'Pick at least one evening')
		.max(WEEKDAYS.length)
		.refine((days) => new Set(days).size === days.length, 'Pick each day once'),
	/** Local time in `zone`. */
	time: z.string().max(5).refine(isEveningTime, 'Pick a time from 9:00 AM to 11:45 PM'),
	/** Name of an IANA time zone. */
	zone: z.string().max(64).refine(isTimeZone, 'We don’t know this time zone'),
	/** Knowledge checks to pass per week. */
	weeklyGoal: z.int().min(1).max(MAX_CHECKS),
	/** True to send an email before each planned evening. */
	reminds: z.boolean(),
	/** True if reminders were on when the page was loaded. */
	remindsShown: z.boolean(),
})
export type SavePledgeRequest = z.output<typeof SavePledgeRequestSchema>

/** Body of `PUT /api/pledge/supporter`. */
export const NameSupporterSchema = z.strictObject({ email: EmailFieldSchema })
export type NameSupporter = z.output<typeof NameSupporterSchema>

/** Reason why the supporter was removed; null if the learner did it. */
export type SupporterEnded = 'declined' | 'stopped' | 'no-answer' | 'course-done' | 'access-ended'

/** Reason why the server turned the reminders off. */
export type RemindersEnded = 'course-done' | 'access-ended' | 'unsubscribed'

/** Response of `GET /api/pledge` and of each change. Times are ISO 8601. */
export type PledgeResponse = {
	pledge: {
		evenings: Weekday[]
		time: string
		zone: string
		weeklyGoal: number
		reminds: boolean
		remindersEnded: RemindersEnded | null
		/** Creation time of the calendar feed; null if there is none. */
		feedSince: string | null
		/** Person who gets a weekly email, once they have agreed; null if there is none. */
		supporter: { email: string; askedAt: string; agreedAt: string | null; nextLineAt: string | null } | null
		supporterEnded: SupporterEnded | null
		nextEveningAt: string
		nextReminderAt: string | null
		/** The last weeks, oldest first; the last entry is the current week. */
		weeks: WeekRecord[]
	} | null
	/** Verified email that gets the reminders; null if there is none. */
	email: string | null
	/** Next section; null once the course is completed. */
	next: { title: string; href: string } | null
}

/** Response of `POST /api/pledge/calendar`: the feed's URL, which is returned only once. */
export type CalendarAddress = { address: string }
