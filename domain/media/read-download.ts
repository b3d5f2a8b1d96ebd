import type { DownloadEnding } from './media-address.ts'
import { type RangeReader, readMp4 } from './read-video-size.ts'
import { type DownloadFormat, isMp3Frame } from './sniff-media.ts'

type Download = { ok: true; ending: DownloadEnding } | { ok: false; problem: string }

const DAMAGED = { ok: false, problem: 'This file can’t be read: it is damaged or cut off.' } as const
const MACROS = {
	ok: false,
	problem: 'This document contains macros, which can harm the computers of your learners. Save it without macros and upload it again.',
} as const

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const textOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** Largest end of a ZIP file: 22 bytes and a comment. */
const ZIP_END_BYTES = 22 + 65_535
const ZIP_END = 'PK\x05\x06'
const ZIP_ENTRY = 0x02014b50
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024

/** Lists the names in a ZIP file, from its central directory; null if that is damaged. */
async function readZipNames(read: RangeReader, bytes: number): Promise<string[] | null> {
	const from = Math.max(0, bytes - ZIP_END_BYTES)
	const tail = await read(from, bytes - from)
	const at = textOf(tail).lastIndexOf(ZIP_END)
	if (at < 0 || tail.length - at < 22) return null
	const end = viewOf(tail.subarray(at))
	const [count, size, offset] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)]
	if (size > MAX_DIRECTORY_BYTES || offset + size > from + at) return null
	const directory = await read(offset, size)
	const names: string[] = []
	for (let place = 0; names.length < count;) {
		if (place + 46 > directory.length) return null
		const entry = viewOf(directory.subarray(place))
		if (entry.getUint32(0, true) !== ZIP_ENTRY) return null
		const length = entry.getUint16(28, true)
		names.push(textOf(directory.subarray(place + 46, place + 46 + length)))
		place += 46 + length + entry.getUint16(30, true) + entry.getUint16(32, true)
	}
	return names
}

const OFFICE: readonly (readonly [folder: string, ending: DownloadEnding])[] = [
	['word/', 'docx'],
	['xl/', 'xlsx'],
	['ppt/', 'pptx'],
]
const OPEN_DOCUMENT: Readonly<Record<string, DownloadEnding>> = { text: 'odt', spreadsheet: 'ods', presentation: 'odp' }

async function readZip(read: RangeReader, bytes: number): Promise<Download> {
	const names = await readZipNames(read, bytes)
	if (!names) return DAMAGED
	// The first file of an OpenDocument is its type, uncompressed.
	const [, kind = ''] = /^mimetypeapplication\/vnd\.oasis\.opendocument\.([a-z]+)/.exec(textOf(await read(30, 100))) ?? []
	const openDocument = Object.hasOwn(OPEN_DOCUMENT, kind) ? OPEN_DOCUMENT[kind] : undefined
	if (openDocument) return names.some((name) => /^(?:Basic|Scripts)\//.test(name)) ? MACROS : { ok: true, ending: openDocument }
	if (!names.includes('[Content_Types].xml')) return { ok: true, ending: 'zip' }
	if (names.some((name) => /(?:^|\/)vbaProject\w*\.bin$/i.test(name))) return MACROS
	return { ok: true, ending: OFFICE.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1] ?? 'zip' }
}

/** Bytes after an ID3 tag in which the first frame must begin. */
const MAX_PADDING = 8192

async function isMp3(read: RangeReader): Promise<boolean> {
	const head = await read(0, 10)
	const hasTag = textOf(head.subarray(0, 3)) === 'ID3'
	const tag = hasTag ? 10 + head.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0) : 0
	const sound = await read(tag, MAX_PADDING)
	return sound.some((byte, at) => byte === 0xff && isMp3Frame(sound.subarray(at, at + 3)))
}

/** Checks a file to download, and determines what it is. Its name and declared type aren't trusted. */
export async function readDownload(format: DownloadFormat, read: RangeReader, bytes: number): Promise<Download> {
	if (format === 'zip') return readZip(read, bytes)
	if (format === 'mp3') return (await isMp3(read)) ? { ok: true, ending: 'mp3' } : DAMAGED
	if (format === 'm4a') return (await readMp4(read, bytes))?.hasSound ? { ok: true, ending: 'm4a' } : DAMAGED
	const from = Math.max(0, bytes - 2048)
	return textOf(await read(from, bytes - from)).includes('%%EOF') ? { ok: true, ending: 'pdf' } : DAMAGED
}
