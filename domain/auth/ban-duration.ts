const UNIT_MS: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/gy
/** Longest ban: a hundred years, in effect forever, but still a date that the database can store. */
export const MAX_BAN_MS = 876_600 * 3_600_000

/**
 * Parses a ban duration in Go's notation: `24h`, `1h30m`, or `none`.
 * @returns milliseconds, 0 for `none`; null unless it is between a millisecond and a hundred years
 */
export function parseBanDuration(text: string): number | null {
	if (text === 'none') return 0
	let ms = 0
	let end = 0
	for (const part of text.matchAll(PART)) {
		ms += Number(part[1]) * (UNIT_MS[part[2] ?? ''] ?? 0)
		end = part.index + part[0].length
	}
	return end === text.length && ms >= 1 && ms <= MAX_BAN_MS ? Math.floor(ms) : null
}
