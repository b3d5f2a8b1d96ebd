import type { Address, Buyer } from './invoice.ts'

const MAX_LENGTH = 200
/** Invisible, turning letters around, or half of a character. The two joiners are part of how some scripts are written. */
const UNSEEN = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/gu

/** One line that reads the same wherever it is printed, and that every file can hold. */
export function cleanLine(text: string | null): string | null {
	const line = (text ?? '').replaceAll(/\s+/gu, ' ').replaceAll(UNSEEN, '').normalize('NFC').trim()
	return /[^\s\u200C\u200D]/u.test(line) ? [...line].slice(0, MAX_LENGTH).join('').trim() : null
}

const cleanAddress = ({ line1, line2, postcode, city, region, country }: Address): Address => ({
	line1: cleanLine(line1) ?? '',
	line2: cleanLine(line2),
	postcode: cleanLine(postcode) ?? '',
	city: cleanLine(city) ?? '',
	region: cleanLine(region),
	country,
})

/** Cleans a buyer's data for an invoice: the provider accepts any text. */
export const cleanBuyer = ({ name, address, ...rest }: Buyer): Buyer => ({
	...rest,
	name: cleanLine(name),
	address: address && cleanAddress(address),
})
