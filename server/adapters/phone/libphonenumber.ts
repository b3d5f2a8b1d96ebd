import type { PhoneReader } from './port.ts'

const MAX_LENGTH = 40

/**
 * Parses phone numbers with the full metadata, which alone distinguish premium from mobile numbers. They are large, so they are
 * loaded with the first number.
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
