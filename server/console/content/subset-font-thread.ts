/** Runs in a worker thread, because a malicious font file may take forever or exhaust the memory. Then only the thread ends. */
import subsetFont from 'subset-font'

import { readFont } from '#content/read-font.ts'

import type { SubsetFont } from './subset-font.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** Latin letters of European languages, dashes, quotation marks and currency signs. */
const LETTERS = range(0x20, 0x7e) + range(0xa0, 0x17f) + range(0x2010, 0x2026) + range(0x20a0, 0x20bf) + '™−'

async function subset(bytes: Uint8Array): Promise<SubsetFont> {
	const whole = readFont(bytes)
	if (!whole.ok) return whole
	const { name, axes } = whole.font
	const options = { targetFormat: 'woff2', ...(Object.keys(axes).length > 0 && { variationAxes: axes }) } as const
	const small = await subsetFont(Buffer.from(bytes), LETTERS, options)
	const result = readFont(small)
	return result.ok ? { ok: true, name, data: small.toString('base64') } : result
}

const BROKEN: SubsetFont = { ok: false, problem: 'This font can’t be read: the file is damaged or in an unsupported format.' }

export const cutFontInThread = (bytes: Uint8Array): Promise<SubsetFont> => subset(bytes).catch(() => BROKEN)
