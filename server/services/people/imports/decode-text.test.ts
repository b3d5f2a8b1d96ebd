import { expect, test } from 'vitest'

import { decodeText } from './decode-text.ts'

const LIST = 'email;name\r\nana@example.test;Zoë\r\n'

const toUtf16 = (text: string, isBig: boolean) =>
	[...text].flatMap((sign) => {
		const [high, low] = [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 255]
		return isBig ? [high, low] : [low, high]
	})

test.each([
	['UTF-16, little endian, with its mark', [0xff, 0xfe, ...toUtf16(LIST, false)], 'UTF-16'],
	['UTF-16, big endian, with its mark', [0xfe, 0xff, ...toUtf16(LIST, true)], 'UTF-16'],
	['UTF-16, little endian, without a mark', toUtf16(LIST, false), 'UTF-16'],
	['UTF-16, big endian, without a mark', toUtf16(LIST, true), 'UTF-16'],
	['UTF-8 with its mark', [0xef, 0xbb, 0xbf, ...new TextEncoder().encode(LIST)], 'UTF-8'],
	['UTF-8 without a mark', [...new TextEncoder().encode(LIST)], 'UTF-8'],
	['Windows-1252', [...LIST].map((sign) => sign.charCodeAt(0)), 'Windows-1252'],
])('a list in %s is read', (_name, bytes, encoding) => {
	expect(decodeText(new Uint8Array(bytes))).toEqual({ text: LIST, encoding })
})

test.each([
	['UTF-16 that is cut off within a letter', [0xff, 0xfe, ...toUtf16('email', false), 0x61]],
	['a picture', [0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2, 0xff, 0xd8]],
	['UTF-8 with a control character', [...new TextEncoder().encode('email\u0001')]],
	['a byte that Windows-1252 lacks', [0xeb, 0x81]],
])('%s is no text', (_name, bytes) => {
	expect(decodeText(new Uint8Array(bytes))).toBeNull()
})
