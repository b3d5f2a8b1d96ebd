export const CV_MAX_BYTES = 5 * 1024 * 1024

const MARK = '%PDF-'
/** Names in a PDF that make a viewer run, open or embed something. */
const ACTIVE = ['/JavaScript', '/JS', '/Launch', '/EmbeddedFile', '/RichMedia', '/XFA']

const isDelimiter = (byte: number | undefined) => byte === undefined || byte <= 0x20 || '()<>[]{}/%'.includes(String.fromCharCode(byte))

function holdsName(bytes: Uint8Array, name: string): boolean {
	const codes = Array.from(name, (character) => character.charCodeAt(0))
	for (let at = bytes.indexOf(codes[0] ?? 0); at !== -1; at = bytes.indexOf(codes[0] ?? 0, at + 1))
		if (codes.every((code, index) => bytes[at + index] === code) && isDelimiter(bytes[at + codes.length])) return true
	return false
}

export type PdfCheck =
	| { ok: false; reason: 'empty' | 'too-large' | 'not-a-pdf' }
	/** `hasActiveContent`: true if people must be warned before opening the file. Compressed streams aren't searched. */
	| { ok: true; hasActiveContent: boolean }

/** Validates a PDF by its bytes. Its name and declared type aren't trusted. */
export function checkPdf(bytes: Uint8Array): PdfCheck {
	if (bytes.length === 0) return { ok: false, reason: 'empty' }
	if (bytes.length > CV_MAX_BYTES) return { ok: false, reason: 'too-large' }
	if (![...MARK].every((character, index) => bytes[index] === character.charCodeAt(0))) return { ok: false, reason: 'not-a-pdf' }
	return { ok: true, hasActiveContent: ACTIVE.some((name) => holdsName(bytes, name)) }
}
