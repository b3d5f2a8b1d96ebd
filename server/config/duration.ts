import { z } from 'zod'

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/**
 * Parses Go's notation, such as `90s`, `1h30m` or `1.5h`; a bare number is seconds. Returns milliseconds, or null for anything
 * else.
 */
export function parseDuration(text: string): number | null {
	if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
	if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h))+$/.test(text)) return null
	const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
	return Math.round(parts.reduce((sum, [, amount = '', unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0), 0))
}

/** Schema of a duration between two limits, all in milliseconds. */
export const duration = (least: number, most: number) =>
	z.string().transform((text, issues) => {
		const ms = parseDuration(text.trim())
		if (ms !== null && ms >= least && ms <= most) return ms
		issues.addIssue({ code: 'custom', message: `must be a duration like 90s or 1h30m, from ${least / 1000}s to ${most / 1000}s` })
		return z.NEVER
	})
