export type Decoded = { text: string; encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252' }

/** Control characters that no text file contains; some of them are bytes unassigned in Windows-1252. */
const NO_TEXT = /(?![\t\n\v\f\r])\p{Cc}/u

function decode(bytes: Uint8Array, label: string): string | null {
	try {
		return new TextDecoder(label, { fatal: true }).decode(bytes)
	} catch {
		return null
	}
}

/** Guesses UTF-16 by its byte order mark, or by its zero bytes: each Latin letter or digit has one, always at the same position. */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
	const start = bytes.subarray(0, 2000)
	const zeros = [0, 0]
	for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
	const [even = 0, odd = 0] = zeros
	if (Math.max(even, odd) < start.length / 5 || Math.min(even, odd) > start.length / 50) return null
	return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Decodes a file by its byte order mark or by the first encoding that fits; null if it isn't text. */
export function decodeText(bytes: Uint8Array): Decoded | null {
	const utf16 = guessUtf16(bytes)
	if (utf16 !== null) {
		const text = bytes.length % 2 === 0 ? decode(bytes, utf16) : null
		return text === null || NO_TEXT.test(text) ? null : { text, encoding: 'UTF-16' }
	}
	const utf8 = decode(bytes, 'utf-8')
	if (utf8 !== null) return NO_TEXT.test(utf8) ? null : { text: utf8, encoding: 'UTF-8' }
	const western = decode(bytes, 'windows-1252')
	return western === null || NO_TEXT.test(western) ? null : { text: western, encoding: 'Windows-1252' }
}
