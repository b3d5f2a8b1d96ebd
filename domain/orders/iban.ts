export const normalizeIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

/** Formats an IBAN in groups of four, as banks print it. */
export const formatIban = (iban: string): string => normalizeIban(iban).replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Computes ISO 7064 MOD 97-10 of the rearranged IBAN; letters count from 10. */
function remainder(iban: string): number {
	let rest = 0
	for (const character of iban.slice(4) + iban.slice(0, 4)) rest = Number(`${rest}${Number.parseInt(character, 36)}`) % 97
	return rest
}

/** True for a valid IBAN (ISO 13616): country, two matching check digits, up to 30 letters and digits. */
export function isIban(text: string): boolean {
	const iban = normalizeIban(text)
	return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && remainder(iban) === 1
}

/** True for a BIC (ISO 9362): eight or eleven characters. */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text)

/** Example accounts from documentation. Their check digits are valid, but the accounts don't exist. */
const EXAMPLES: ReadonlySet<string> = new Set([
	'BE68539007547034',
	'CH9300762011623852957',
	'DE89370400440532013000',
	'ES9121000418450200051332',
	'FR1420041010050500013M02606',
	'GB29NWBK60161331926819',
	'GB82WEST12345698765432',
	'IT60X0542811101000000123456',
	'NL91ABNA0417164300',
])

/** True for an example account, and for the country code XX, which the template's placeholder uses. */
export const isPlaceholderIban = (text: string): boolean => {
	const iban = normalizeIban(text)
	return iban.startsWith('XX') || EXAMPLES.has(iban)
}
