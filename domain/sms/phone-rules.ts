/** Facts from the numbering plan. `type` is libphonenumber's; null if unknown. */
export type PhoneFacts = { e164: string; country: string | null; type: string | null }

export type PhoneRefusal = 'invalid' | 'country' | 'type'

/** North American numbers may be mobile or landline. Types that aren't listed are targets of SMS pumping fraud. */
const TEXTABLE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** ISO 3166 country codes from the configuration. */
export type AllowedCountries = ReadonlySet<string>

/**
 * Decides whether a number may get SMS at all, before a send costs anything.
 * @param facts null if the text isn't a valid number
 */
export function checkPhone(facts: PhoneFacts | null, allowed: AllowedCountries): { ok: true } | { ok: false; reason: PhoneRefusal } {
	if (facts === null) return { ok: false, reason: 'invalid' }
	if (facts.type === null || !TEXTABLE.has(facts.type)) return { ok: false, reason: 'type' }
	if (facts.country === null || !allowed.has(facts.country)) return { ok: false, reason: 'country' }
	return { ok: true }
}

/** Returns the prefix of a block of ten thousand numbers, because SMS pumping uses whole blocks. */
export const toNumberPrefix = (e164: string): string => e164.slice(0, -4)
