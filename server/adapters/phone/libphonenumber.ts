import type { PhoneReader } from './port.ts'

const MAX_LENGTH = 40

/**
 * Parses phone numbers with the full metadata, which alone distinguish premium from mobile numbers. Loaded with the first number
 * because they are large.
 */
export const libphonenumber: PhoneReader = {
	async read(text) {
		if (text.length > MAX_LENGTH) return null
		const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
		// `extract: false`, because the whole input must be a number.
		const number = parsePhoneNumberFromString(text, { extract: false })
		if (!number?.isValid() || number.ext) return null
		return { e164: number.number, country: number.country ?? null, type: number.getType() ?? null }
	},
}
