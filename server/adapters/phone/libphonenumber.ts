import type { PhoneReader } from './port.ts'

const MAX_LENGTH = 40

/**
 * Parses phone numbers with the full metadata, because no smaller set can tell premium from mobile numbers. It is large, so it is loaded
 * with the first number.
 */
export const libphonenumber: PhoneReader = {
	async read(text) {
		if (text.length > MAX_LENGTH) return null
		const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
		// `extract: false` requires the whole input to be a number.
		const number = parsePhoneNumberFromString(text, { extract: false })
		if (!number?.isValid() || number.ext) return null
		return { e164: number.number, country: number.country ?? null, type: number.getType() ?? null }
	},
}
