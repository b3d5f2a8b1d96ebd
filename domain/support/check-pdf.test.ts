import { expect, test } from 'vitest'

import { checkPdf, CV_MAX_BYTES } from './check-pdf.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
function padded(length: number): Uint8Array {
	const bytes = new Uint8Array(length)
	bytes.set(bytesOf('%PDF-1.7\n'))
	return bytes
}

test.each([
	['nothing', new Uint8Array(0), 'empty'],
	['a Windows program', bytesOf('MZ\u0000\u0003'), 'not-a-pdf'],
	['an archive', bytesOf('PK\u0003\u0004'), 'not-a-pdf'],
	['the PDF header after a line', bytesOf('\n%PDF-1.7'), 'not-a-pdf'],
	['the PDF header in lower case', bytesOf('%pdf-1.7'), 'not-a-pdf'],
	['half the PDF header', bytesOf('%PDF'), 'not-a-pdf'],
	['an HTML page', bytesOf('<html>%PDF-'), 'not-a-pdf'],
	['a byte over 5 MB', padded(CV_MAX_BYTES + 1), 'too-large'],
] as const)('%s is refused', (_, bytes, reason) => {
	expect(checkPdf(bytes)).toEqual({ ok: false, reason })
})

test.each([
	['5 MB to the byte', padded(CV_MAX_BYTES), false],
	['a byte less', padded(CV_MAX_BYTES - 1), false],
	['a plain file', bytesOf('%PDF-1.7\n1 0 obj << /Type /Catalog >>'), false],
	['a name that only begins the same', bytesOf('%PDF-1.7\n<< /JSON 1 /Launcher 2 >>'), false],
	['a script', bytesOf('%PDF-1.7\n<< /S /JavaScript /JS (app.alert(1)) >>'), true],
	['a script in abbreviated form', bytesOf('%PDF-1.7\n<</JS(app.alert(1))>>'), true],
	['a launch action', bytesOf('%PDF-1.7\n<< /S /Launch >>'), true],
	['an embedded file', bytesOf('%PDF-1.7\n<< /Type /EmbeddedFile >>'), true],
] as const)('%s is accepted; active content: %s', (...[, bytes, hasActiveContent]) => {
	expect(checkPdf(bytes)).toEqual({ ok: true, hasActiveContent })
})

const ACTIVE_NAMES = ['/JavaScript', '/JS', '/Launch', '/EmbeddedFile', '/RichMedia', '/XFA']
const activeIn = (text: string) => {
	const check = checkPdf(bytesOf(`%PDF-1.7\n${text}`))
	return check.ok && check.hasActiveContent
}

test.each(ACTIVE_NAMES)('%s is found only as a whole name', (name) => {
	for (const end of ['', ' ', '\n', '\u0000', '(', ')', '<', '>', '[', ']', '{', '}', '/', '%']) expect(activeIn(name + end)).toBe(true)
	for (const text of [`${name}x`, `${name}!`, `${name}0`, name.slice(0, -1), name.slice(1), name.toLowerCase()])
		expect(activeIn(text)).toBe(false)
	expect(activeIn(`${name}x ${name} 1`)).toBe(true)
})
