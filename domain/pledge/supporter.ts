import { localClock, localDay, localTimeToMs } from '#domain/clock/local-clock.ts'
import { addDays, mondayOf } from '#domain/clock/week-date.ts'

import type { WeekRecord } from './study-record.ts'

const DAY_MS = 86_400_000
const NOON = 12 * 60

/** Days that an invited person has to accept. After that, the address is deleted. */
export const INVITATION_ANSWER_DAYS = 14
/** Window of the invitation limits, per account and per address. */
export const ASK_WINDOW_DAYS = 30
/** Maximum invitations within the window: from one account, and to one address from all accounts together. */
export const MAX_INVITATIONS_FROM_ACCOUNT = 3
export const MAX_INVITATIONS_TO_ADDRESS = 2
/** Maximum delay of the weekly email. After that, it is outdated and no longer sent. */
export const MAX_SUPPORTER_UPDATE_DELAY_MS = 2 * DAY_MS

const MAX_NAME_LENGTH = 40
const MAX_WORDS = 3
const UNNAMED = 'A learner'

/**
 * Returns an account's name for an email to someone who didn't request it: at most three words of letters and joiners, so that it can't
 * contain a link or a message. `UNNAMED` if nothing remains.
 */
export function safeMailName(name: unknown): string {
	if (typeof name !== 'string') return UNNAMED
	const words = name
		.normalize('NFC')
		.split(/\s+/u)
		.filter((word) => /^[\p{L}\p{M}'’-]+$/u.test(word) && /\p{L}/u.test(word))
	const text = words.slice(0, MAX_WORDS).join(' ')
	return text === '' || [...text].length > MAX_NAME_LENGTH ? UNNAMED : text
}

export const canAgree = (askedAtMs: number, nowMs: number): boolean => nowMs < askedAtMs + INVITATION_ANSWER_DAYS * DAY_MS

/** Returns noon of the next Monday in the pledge's time zone, in milliseconds since 1970. */
export function nextSupporterUpdateAt(zone: string, afterMs: number): number {
	const clock = localClock(zone)
	const monday = mondayOf(localDay(clock, afterMs)) ?? ''
	const thisWeek = localTimeToMs(clock, monday, NOON)
	return thisWeek > afterMs ? thisWeek : localTimeToMs(clock, addDays(monday, 7), NOON)
}

export function countKeptEvenings({ days }: WeekRecord): { kept: number; planned: number } {
	const planned = days.filter(({ isPlanned }) => isPlanned)
	return { kept: planned.filter(({ isDone }) => isDone).length, planned: planned.length }
}
