import type { PostalAddress, Buyer } from './invoice.ts'

const MAX_LENGTH = 200
/** Matches control characters, direction overrides and lone surrogates, but not the two joiners, which some scripts need. */
const UNSEEN = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/gu

/**
 * Returns the text as one line that looks the same in every document and can be stored in every format; null if nothing visible remains.
 */
export function cleanLine(text: string | null): string | null {
	const line = (text ?? '').replaceAll(/\s+/gu, ' ').replaceAll(UNSEEN, '').normalize('NFC').trim()
	return /[^\s\u200C\u200D]/u.test(line) ? [...line].slice(0, MAX_LENGTH).join('').trim() : null
}

const cleanAddress = ({ line1, line2, postcode, city, region, country }: PostalAddress): PostalAddress => ({
	line1: cleanLine(line1) ?? '',
	line2: cleanLine(line2),
	postcode: cleanLine(postcode) ?? '',
	city: cleanLine(city) ?? '',
	region: cleanLine(region),
	country,
})

/** Cleans a buyer's data, because payment providers accept any text in it. */
export const cleanBuyer = ({ name, address, ...rest }: Buyer): Buyer => ({
	...rest,
	name: cleanLine(name),
	address: address && cleanAddress(address),
})
