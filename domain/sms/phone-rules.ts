/** Facts from the numbering plan; `type` as libphonenumber names it, null when the plan does not say. */
export type PhoneFacts = { e164: string; country: string | null; type: string | null }

export type PhoneRefusal = 'invalid' | 'country' | 'type'

/**
 * Types that can be a person's mobile. North American plans do not distinguish mobile from landline. Premium, shared-cost,
 * toll-free, voicemail, pager, VOIP and satellite ranges are targets of SMS pumping fraud.
 */
const TEXTABLE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** ISO 3166 codes, as configured. */
export type AllowedCountries = ReadonlySet<string>

/**
 * True if a number may be sent anything at all, decided before any cost.
 * @param facts null for text that is not a valid number
 */
export function checkPhone(facts: PhoneFacts | null, allowed: AllowedCountries): { ok: true } | { ok: false; reason: PhoneRefusal } {
	if (facts === null) return { ok: false, reason: 'invalid' }
	if (facts.type === null || !TEXTABLE.has(facts.type)) return { ok: false, reason: 'type' }
	if (facts.country === null || !allowed.has(facts.country)) return { ok: false, reason: 'country' }
	return { ok: true }
}

/** The block of ten thousand neighboring numbers; pumping works through such blocks. */
export const toNumberPrefix = (e164: string): string => e164.slice(0, -4)
