import type { PhoneReader } from './port.ts'

const MAX_LENGTH = 40

/**
 * Full metadata: only these distinguish premium from mobile numbers. They are large, so they are loaded with the first number.
 */
export const libphonenumber: PhoneReader = {
	async read(text) {
		if (text.length > MAX_LENGTH) return null
		const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
		// The whole input must be a number.
		const number = parsePhoneNumberFromString(text, { extract: false })
		if (!number?.isValid() || number.ext) return null
		return { e164: number.number, country: number.country ?? null, type: number.getType() ?? null }
	},
}
