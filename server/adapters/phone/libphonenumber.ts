import type { PhoneReader } from './port.ts'

const MAX_LENGTH = 40

/** Full metadata: only it distinguishes premium from mobile. Loaded with the first number, because it is large. */
export const libphonenumber: PhoneReader = {
	async read(text) {
		if (text.length > MAX_LENGTH) return null
		const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
		// Not `extract: true`: a number is the whole input, not a part of it.
		const number = parsePhoneNumberFromString(text, { extract: false })
		if (!number?.isValid() || number.ext) return null
		return { e164: number.number, country: number.country ?? null, type: number.getType() ?? null }
	},
}
