import { AREA_CODE_ZONES } from './area-code-zones.ts'
import { COUNTRY_ZONES } from './country-zones.ts'

const FIRST_HOUR = 8
/** First hour of the evening in which nothing is sent. */
const LAST_HOUR = 21
const QUARTER_MS = 15 * 60_000
const DAY_MS = 86_400_000

export type ZonedPhone = { e164: string; country: string }

const areaCodeOf = (e164: string): string | undefined => /^\+1(\d{3})\d{7}$/.exec(e164)?.[1]

/**
 * Returns the time zones the number's owner may live in: one if the area code determines it, else all of the country. Empty for
 * an unknown country.
 */
export function findTimeZones({ e164, country }: ZonedPhone): readonly string[] {
	const zone = AREA_CODE_ZONES.get(areaCodeOf(e164) ?? '')
	return zone === undefined ? (COUNTRY_ZONES[country] ?? []) : [zone]
}

const hourIn = (zone: string, ms: number): number =>
	Number(new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(ms))

const isWaking = (zones: readonly string[], ms: number): boolean =>
	zones.length > 0 &&
	zones.every((zone) => {
		const hour = hourIn(zone, ms)
		return hour >= FIRST_HOUR && hour < LAST_HOUR
	})

/**
 * Returns the first time from `ms` on at which a message that isn't urgent may arrive: 8:00 to 21:00 in every zone the number's
 * owner may live in. Checks quarter hours, because zone offsets differ by quarters.
 * @returns milliseconds; null if no time in the next two days qualifies, as for a country without known zones
 */
export function nextWakingTime(phone: ZonedPhone, ms: number): number | null {
	const zones = findTimeZones(phone)
	if (isWaking(zones, ms)) return ms
	for (let time = ms - (ms % QUARTER_MS) + QUARTER_MS; time <= ms + 2 * DAY_MS; time += QUARTER_MS) if (isWaking(zones, time)) return time
	return null
}

/** Returns the owner's date, `2026-11-20`, for one digest per day. */
export const localDay = (phone: ZonedPhone, ms: number): string =>
	new Intl.DateTimeFormat('en-CA', { timeZone: findTimeZones(phone)[0] ?? 'UTC', dateStyle: 'short' }).format(ms)
